create table organizations (
  seq bigint generated always as identity,
  id text not null,
  tenant_id text not null,
  name text not null,
  slug text not null,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index organizations_slug_key on organizations (tenant_id, slug);

-- A member, or somebody who is invited to become one: then there is no user yet, and a token that makes one a member.
-- The hash of a token stays when it was used, so that a redemption that was cut short can be repeated.
create table members (
  seq bigint generated always as identity,
  id text not null,
  tenant_id text not null,
  organization_id text not null,
  user_id text,
  email text,
  name text,
  role text not null check (role in ('owner', 'admin', 'manager', 'developer', 'analyst', 'viewer')),
  token_hash text,
  invited_by text,
  expires_at timestamptz,
  created_at timestamptz not null,
  joined_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade,
  check ((user_id is null) = (joined_at is null)),
  check (user_id is not null or (email is not null and token_hash is not null and expires_at is not null))
);
create unique index members_user_key on members (tenant_id, organization_id, user_id);
create unique index members_email_key on members (tenant_id, organization_id, email);
create unique index members_token_key on members (token_hash);
create index members_in_order on members (tenant_id, organization_id, seq);
create index members_by_user on members (tenant_id, user_id);

-- Who was taken out of an organization: no role left means nothing to somebody who never had one, and no more access to them.
create table former_members (
  tenant_id text not null,
  user_id text not null,
  primary key (tenant_id, user_id)
);

do $$
declare
  owned text;
begin
  foreach owned in array array['organizations', 'members', 'former_members'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy tenant on %I to strata_enterprise_org'
      || ' using (tenant_id = current_setting(''strata.tenant_id'', true))', owned);
  end loop;
end
$$;

-- An invitation is looked up before its tenant is known. The look-up sees the row whose token is asked for by its hash,
-- and of that where it belongs, nothing else.
grant select (tenant_id, organization_id, token_hash) on members to strata_enterprise_org_lookup;
create policy lookup on members for select to strata_enterprise_org_lookup
  using (token_hash = current_setting('strata.lookup', true));
