"""What the page is shown of Caminos."""
