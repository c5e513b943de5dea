"""WHAT the review knows: domain records and the ledger. Imports nothing of ours and never touches the network."""
