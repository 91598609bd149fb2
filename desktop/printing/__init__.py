"""The encounter sheet on paper: pages, their painters, PDF and the print dialog."""
