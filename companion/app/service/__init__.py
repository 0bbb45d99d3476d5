"""The companion as a service of its device: it starts with the device, without a desktop, as a user of its own."""
