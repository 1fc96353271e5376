"""Saved files go in, the documents they changed come out, as fast as what is kept from before allows."""
