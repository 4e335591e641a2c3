-- An erasure is about an end user, an agent or a session.
alter table erasures add column subject_type text not null default 'user'
  check (subject_type in ('user', 'agent', 'session'));
alter table erasures alter column subject_type drop default;
