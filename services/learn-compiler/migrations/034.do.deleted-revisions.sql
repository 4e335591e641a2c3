-- Which revision of an entry was deleted, so that the search index ignores it if a sender that had read it before brings it later.
-- Null for entries that are stored, and for what was deleted before.
alter table index_outbox add column revision bigint;
