"""How games come about between people: nothing here is stored or sent."""
