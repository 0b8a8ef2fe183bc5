"""A whole small cluster on one machine: its parts, what keeps them running, and the balancer before them."""
