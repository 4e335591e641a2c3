-- How many events a reader may not see is counted, where namespaces alone decide, and taken from the counts that are kept.
create index events_by_namespace on events (tenant_id, environment, namespace_id) where namespace_id is not null;
