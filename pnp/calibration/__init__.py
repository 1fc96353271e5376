"""A leaf to print and read, readings, and the profiles of printers that come of them."""
