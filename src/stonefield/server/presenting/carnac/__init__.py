"""What the page is shown of Carnac."""
