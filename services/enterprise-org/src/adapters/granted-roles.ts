/**
 * From and where of the roles that count in the tenant ($1): those that another user gave a user in a tenant-wide
 * organization. The founder's role never counts, whatever it is changed to: it would let users give themselves rights in
 * the tenant. `user` is the placeholder of the user's id.
 */
export const grantedTo = (user: string): string => `
  from members m join organizations o on o.tenant_id = m.tenant_id and o.id = m.organization_id and o.of_tenant
  where m.tenant_id = $1 and m.user_id = ${user} and m.invited_by is not null`;
