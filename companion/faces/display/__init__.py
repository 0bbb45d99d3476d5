"""The display at the table: pages laid out as marks on paper, and pygame-ce to paint them."""
