"""The Messages API of Anthropic: requests, batches, refusals."""
