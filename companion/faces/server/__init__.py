"""The web server: pages for phones, one stream for each tab, and an API for other people's programs."""
