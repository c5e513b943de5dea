"""The review in another language than English: what is translated, checked, and put in place of the English."""
