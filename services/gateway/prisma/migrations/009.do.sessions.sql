-- Tokens of ours name the generation of their user's sessions, and work while it is the present one. Tokens of external issuers work
-- if they were issued after the user's sessions were last ended.
alter table users add column session_generation integer not null default 0;
alter table users add column sessions_ended_at timestamptz;
grant update (session_generation, sessions_ended_at) on users to strata_gateway;
