-- Fields of a review's own, asked of every work besides those of the evidence table; old reviews have none.

ALTER TABLE review ADD COLUMN extract VARCHAR[] DEFAULT [];
COMMENT ON COLUMN review.extract IS 'Fields to extract besides those of the evidence table, as lines: name, question';
