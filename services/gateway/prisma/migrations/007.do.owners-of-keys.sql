-- Whether a key belongs to the user who created it, so that its rights end with theirs, or to the tenant. Default, so that
-- a gateway of the version before can still create keys during an upgrade: they belong to their creators.
alter table api_keys add column owner text not null default 'user' check (owner in ('user', 'tenant'));
