"""Games in memory: who is there, what they do, and the engine that plays along."""
