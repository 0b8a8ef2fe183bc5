"""What a browser gets that plays without a server: the folder with everything in it, and a site of plain files."""
