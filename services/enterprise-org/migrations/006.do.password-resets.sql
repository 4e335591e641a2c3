-- Tokens with which members set a new password: only their hashes, at most one for each member.
create table password_resets (
  tenant_id text not null,
  organization_id text not null,
  member_id text not null,
  user_id text not null,
  token_hash text not null,
  issued_by text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, member_id),
  foreign key (tenant_id, member_id) references members (tenant_id, id) on delete cascade
);
create unique index password_resets_token_key on password_resets (token_hash);
create index password_resets_by_user on password_resets (tenant_id, user_id);

alter table password_resets enable row level security;
alter table password_resets force row level security;
create policy tenant on password_resets to strata_enterprise_org
  using (tenant_id = current_setting('strata.tenant_id', true));

-- A token is looked up before its tenant is known, as an invitation is.
grant select (tenant_id, organization_id, token_hash) on password_resets to strata_enterprise_org_lookup;
create policy lookup on password_resets for select to strata_enterprise_org_lookup
  using (token_hash = current_setting('strata.lookup', true));
