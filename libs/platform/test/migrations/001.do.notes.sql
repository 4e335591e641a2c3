CREATE TABLE note (
  tenant_id   text NOT NULL,
  environment text NOT NULL,
  id          text NOT NULL,
  body        text NOT NULL,
  PRIMARY KEY (tenant_id, environment, id)
);
ALTER TABLE note ENABLE ROW LEVEL SECURITY;
ALTER TABLE note FORCE ROW LEVEL SECURITY;
CREATE POLICY note_of_tenant ON note TO strata_platform_test
  USING (tenant_id = current_setting('strata.tenant_id', true)
     AND environment = current_setting('strata.environment', true));
