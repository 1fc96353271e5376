"""Small SVGs, one feature each, go through our painter and through resvg; how far the pictures differ comes out."""
