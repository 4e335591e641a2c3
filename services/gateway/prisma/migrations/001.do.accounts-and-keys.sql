create table tenants (
  id text primary key,
  name text not null,
  plan text not null,
  created_at timestamptz not null
);

-- A user may belong to several tenants, so the user's own row carries none.
create table users (
  id text primary key,
  email text not null,
  name text,
  password_hash text,
  created_at timestamptz not null
);
create unique index users_email_key on users (email);

create table memberships (
  tenant_id text not null references tenants (id) on delete cascade on update cascade,
  user_id text not null references users (id) on delete cascade on update cascade,
  created_at timestamptz not null,
  primary key (tenant_id, user_id)
);
create index memberships_by_user on memberships (user_id);

create table api_keys (
  id text primary key,
  tenant_id text not null references tenants (id) on delete cascade on update cascade,
  environment text not null check (environment in ('live', 'test')),
  name text not null,
  scopes text[] not null,
  agent_id text,
  secret_hash bytea not null,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_by_tenant on api_keys (tenant_id, created_at desc, id desc);

do $$
declare
  owned text;
begin
  foreach owned in array array['tenants', 'users', 'memberships', 'api_keys'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
  end loop;
end
$$;

-- Work for a known tenant.
create policy tenant on tenants to strata_gateway
  using (id = current_setting('strata.tenant_id', true));
create policy tenant on memberships to strata_gateway
  using (tenant_id = current_setting('strata.tenant_id', true));
create policy tenant on api_keys to strata_gateway
  using (tenant_id = current_setting('strata.tenant_id', true));
create policy member on users to strata_gateway
  using (id in (select user_id from memberships));
create policy registration on users for insert to strata_gateway
  with check (true);

-- Look-ups before the tenant is known see what they ask for by name, and nothing else: `strata.lookup` holds an e-mail
-- address, or ids of keys with spaces between.
grant select on tenants, users, memberships, api_keys to strata_gateway_auth;
grant update (last_used_at) on api_keys to strata_gateway_auth;

create policy lookup on users for select to strata_gateway_auth
  using (email = current_setting('strata.lookup', true));
create policy lookup on memberships for select to strata_gateway_auth
  using (user_id in (select id from users));
create policy lookup on tenants for select to strata_gateway_auth
  using (id in (select tenant_id from memberships));
create policy lookup on api_keys to strata_gateway_auth
  using (id = any (string_to_array(current_setting('strata.lookup', true), ' ')));
