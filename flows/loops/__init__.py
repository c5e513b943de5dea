"""The supervising loops, a flow each; `flows.supervision` runs them in order."""
