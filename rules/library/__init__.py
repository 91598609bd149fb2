"""Sets of creatures and gear of one's own: one file each, pictures inside."""
