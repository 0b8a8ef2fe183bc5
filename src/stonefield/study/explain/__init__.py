"""Why a decision is good or bad, as claims that the rules can check."""
