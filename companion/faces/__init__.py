"""What people see: the display at the table, phones and the judge's page, lamps and buttons."""
