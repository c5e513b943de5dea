-- An item belongs to one Zotero library, and is written again once more of the work has been read.

ALTER TABLE zotero_item ADD COLUMN library VARCHAR;
ALTER TABLE zotero_item ADD COLUMN pages INTEGER;
COMMENT ON COLUMN zotero_item.library IS 'Address of the Zotero library';
COMMENT ON COLUMN zotero_item.version IS 'Item version; 0 while it is planned';
COMMENT ON COLUMN zotero_item.state IS 'planned (the key is ours, nothing is known to be written), written (ours) or found (was there before)';
COMMENT ON COLUMN zotero_item.pages IS 'Pages of the full text its tags and summary tell of; empty until they are written';
