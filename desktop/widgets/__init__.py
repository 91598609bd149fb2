"""Controls that look as the design has them; every word comes from outside."""
