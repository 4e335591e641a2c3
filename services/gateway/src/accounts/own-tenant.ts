/** What a tenant is called that a user has of their own, unless they say so themselves. */
export const nameOfOwnTenant = ({ name, email }: { name?: string | null | undefined; email: string }): string =>
  name ?? email.slice(0, email.indexOf('@'));
