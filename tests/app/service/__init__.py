"""What is planned for a device, and what is done to it."""
