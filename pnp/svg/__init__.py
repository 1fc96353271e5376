"""SVG text goes in; elements, properties, numbers, paths and boxes come out: the only reader of SVG."""
