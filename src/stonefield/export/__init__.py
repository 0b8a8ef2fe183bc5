"""What a browser gets that plays without a server: the folder for browsers, and a site of plain files."""
