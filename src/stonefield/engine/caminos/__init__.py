"""The engine for Caminos: compiled rules, connection distances and a tree search over them."""
