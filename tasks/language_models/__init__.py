"""Language models as data: what each accepts and costs, how a question becomes a request, what a request costs."""
