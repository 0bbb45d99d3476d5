"""What people do at a real table: habits of hands and mouths. None of them changes what is decided."""
