"""The gateway to language models: budget, single requests, batches and what is pending."""
