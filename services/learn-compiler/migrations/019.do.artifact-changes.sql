-- The names of the changes that an artifact is about. Artifacts compiled before it was kept get theirs when they are compiled again.
alter table artifacts add column changes text[] not null default '{}';
