-- When the last claim was said that was compared with others: no claim after it needs to be read to compare earlier ones.
create index claims_linked on claims (tenant_id, environment, said_at) where linked;
