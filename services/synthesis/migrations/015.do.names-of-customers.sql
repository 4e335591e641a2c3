-- Words of names and addresses, and codes, of the customers that a session names.
alter table session_summaries add column names text[] not null default '{}';
