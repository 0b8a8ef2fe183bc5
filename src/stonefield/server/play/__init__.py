"""Games in memory: who looks at them, what they do, and the engine that plays along."""
