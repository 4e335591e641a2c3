-- Words of names and addresses, and codes, of the customers that a session names. They are in session_identifiers too, so that
-- the sessions are found by a name in a query.
alter table session_summaries add column names text[] not null default '{}';
