"""Map files of other programs, one module per format."""
