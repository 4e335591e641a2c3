-- An e-mail address names a local account, and only there it must be unique: what an issuer says of a user's address is
-- shown, never looked up by, and must not keep the address from whoever registers with it.
drop index users_email_key;
create unique index users_email_key on users (email) where issuer is null;
drop policy lookup on users;
create policy lookup on users for select to strata_gateway_auth
  using (email = current_setting('strata.lookup', true) and issuer is null);

-- Which users of external issuers were let into a tenant at first sight. Outlives the membership: whoever is removed
-- from the tenant stays out, whatever their issuer goes on to say.
create table admissions (
  tenant_id text not null references tenants (id) on delete cascade on update cascade,
  user_id text not null references users (id) on delete cascade on update cascade,
  admitted_at timestamptz not null,
  primary key (tenant_id, user_id)
);
alter table admissions enable row level security;
alter table admissions force row level security;
create policy tenant on admissions to strata_gateway
  using (tenant_id = current_setting('strata.tenant_id', true));
revoke update, delete on admissions from strata_gateway;
