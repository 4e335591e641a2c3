-- `name_key` is the name without regard to case. `wrapped_key` is the data key of the vault, encrypted under the
-- key-encryption key that `key_id` names; the data key itself is nowhere.
create table vaults (
  seq bigint generated always as identity,
  id text not null,
  tenant_id text not null,
  name text not null,
  name_key text not null,
  description text,
  created_by text not null,
  item_count integer not null default 0,
  key_id text not null,
  wrapped_key bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index vaults_name_key on vaults (tenant_id, created_by, name_key);
create index vaults_in_order on vaults (tenant_id, seq);
create index vaults_by_creator on vaults (tenant_id, created_by, seq);
create index vaults_by_key on vaults (key_id, tenant_id, id);

-- What an item says of itself is that of its newest version.
create table vault_items (
  seq bigint generated always as identity,
  id text not null,
  tenant_id text not null,
  vault_id text not null,
  name text not null,
  type text not null,
  version integer not null,
  -- json, not jsonb: shown as it was given.
  metadata json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz,
  primary key (tenant_id, vault_id, id),
  foreign key (tenant_id, vault_id) references vaults (tenant_id, id)
);
create unique index vault_items_name_key on vault_items (tenant_id, vault_id, name);
create index vault_items_in_order on vault_items (tenant_id, vault_id, seq);

-- `sealed` is the value, encrypted under a key and a nonce that come from the data key and `salt`.
create table vault_item_versions (
  tenant_id text not null,
  vault_id text not null,
  item_id text not null,
  version integer not null,
  type text not null,
  salt bytea not null,
  sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (tenant_id, vault_id, item_id, version),
  foreign key (tenant_id, vault_id, item_id) references vault_items (tenant_id, vault_id, id)
);
-- One data key never meets one salt twice: 256 random bits see to that, and this would refuse what they had not.
create unique index vault_item_versions_salt on vault_item_versions (tenant_id, vault_id, salt);

-- Every deed and every refusal, chained: `hash` is over the entry and the hash before it, `sequence` has no gap.
create table audit_entries (
  tenant_id text not null,
  vault_id text not null,
  sequence bigint not null,
  id text not null,
  action text not null,
  actor_id text not null,
  item_id text,
  reason text,
  ip text,
  at timestamptz not null,
  previous_hash text not null,
  hash text not null,
  primary key (tenant_id, vault_id, sequence)
);
-- How much somebody has had revealed of late, in whatever vault, and whether a refusal of theirs was noted of late.
create index audit_entries_of_reveals on audit_entries (tenant_id, actor_id, at)
  where action in ('vault_item.reveal', 'vault_item.refuse');
create index audit_entries_of_refusals on audit_entries (tenant_id, vault_id, actor_id, at)
  where action = 'vault.refuse';

-- The end of each chain; whoever appends holds it until they commit, so the order of sequence is that of commits.
create table audit_heads (
  tenant_id text not null,
  vault_id text not null,
  sequence bigint not null,
  hash text not null,
  at timestamptz not null,
  primary key (tenant_id, vault_id),
  foreign key (tenant_id, vault_id) references vaults (tenant_id, id)
);

do $$
declare
  owned text;
begin
  foreach owned in array array['vaults', 'vault_items', 'vault_item_versions', 'audit_entries', 'audit_heads'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy tenant on %I to strata_vault'
      || ' using (tenant_id = current_setting(''strata.tenant_id'', true))', owned);
  end loop;
end
$$;

-- What is written stays: not even the service can change or remove it.
revoke update, delete, truncate on audit_entries from strata_vault;
revoke delete, truncate on audit_heads from strata_vault;
-- A value is replaced by another version and never changed; vaults and items are not deleted.
revoke update, truncate on vault_item_versions from strata_vault;
revoke delete, truncate on vaults, vault_items from strata_vault;

-- Whoever verifies the chains reads those of every tenant, and changes nothing.
grant select on audit_entries, audit_heads to strata_vault_auditor;
create policy auditor on audit_entries for select to strata_vault_auditor using (true);
create policy auditor on audit_heads for select to strata_vault_auditor using (true);
grant select (tenant_id, id) on vaults to strata_vault_auditor;
create policy auditor on vaults for select to strata_vault_auditor using (true);

-- Whoever rotates keys finds the vaults of every tenant by the key that theirs is wrapped under. The rest is done as the
-- tenant's, with the entry in the log.
grant select (tenant_id, id, key_id, wrapped_key) on vaults to strata_vault_rotator;
create policy rotator on vaults for select to strata_vault_rotator using (true);
