"""Messages to people who are away: sent by mail, push and webhooks, or read as a feed."""
