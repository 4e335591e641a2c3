-- Lists of sessions are read page by page, those that changed last first, or of one session id.
create index sessions_listed on sessions (tenant_id, environment, revision) where steps > 0;
create index sessions_by_id on sessions (session_id, tenant_id, environment) where steps > 0;
