-- Whether an organization speaks for the tenant: made by the tenant's owner, or by an owner or admin of one that does. Only
-- such a one brings people into the tenant and has a say over what belongs to no organization; any user may make others.
alter table organizations add column of_tenant boolean not null default false;
-- Of those that were made before, the ones whose founder made the first: others came by an invitation to it.
update organizations set of_tenant = true
where created_by = (select first.created_by from organizations first
                    where first.tenant_id = organizations.tenant_id order by first.seq limit 1);
alter table organizations alter column of_tenant drop default;
