/** The name of a user's own tenant, unless the registration names it. */
export const nameOfOwnTenant = ({ name, email }: { name?: string | null | undefined; email: string }): string =>
  name ?? email.slice(0, email.indexOf('@'));
