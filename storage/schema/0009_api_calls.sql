-- Calls to services belong to the diffusion stage that made them.

ALTER TABLE api_call ADD COLUMN stage INTEGER;
COMMENT ON COLUMN api_call.stage IS 'Diffusion stage under way; 0 is the search before snowballing, empty is after it';
COMMENT ON COLUMN seed_group.api_calls IS 'Catalogue calls it took, repeated ones included';
COMMENT ON COLUMN diffusion_stage.api_calls IS 'Catalogue calls of the stage, repeated ones included';
COMMENT ON COLUMN quota.remaining IS 'Allowance left, in dollars';
