"""The web server: pages for phones, one stream per tab, and an API for other people's programs."""
