"""Sets of chips, and the boxes that matches are played with. Nothing outside names one set's chips as all there are."""
