"""The companion as a service of its device: it starts with it, without a desktop, as a user of its own."""
