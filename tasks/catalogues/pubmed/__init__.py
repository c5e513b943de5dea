"""PubMed through the E-utilities (https://www.ncbi.nlm.nih.gov/books/NBK25501/)."""
