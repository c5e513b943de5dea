"""How a review was made, told in sentences that rest on its ledger's record, and such sentences checked against it."""
