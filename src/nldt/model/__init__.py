"""What a fit has found: rules, the tree that they make, and its document."""
