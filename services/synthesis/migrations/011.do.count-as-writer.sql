-- Writers count changes with their own privileges, in their own tenant scope. A migration that changes entries of several
-- tenants has to lift the force, as on the entries themselves.
alter function count_changes() security invoker;
alter table scope_versions force row level security;
