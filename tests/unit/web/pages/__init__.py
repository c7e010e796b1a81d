"""One file for each page or small group of pages."""
