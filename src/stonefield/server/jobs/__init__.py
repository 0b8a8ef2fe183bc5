"""Heavy work in processes of its own: jobs as values, one fair queue, engines and tasks behind it."""
