"""A referee that says what a conversation tells it to, and the probe it says it to."""
