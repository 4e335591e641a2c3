import type { Scope } from '@strata/kernel/actor';

/** What an API key with these scopes may do while its user has those: what both allow. The scope `admin` includes the others. */
export function scopesOfKey(own: readonly Scope[], ofUser: readonly Scope[]): readonly Scope[] {
  if (ofUser.includes('admin')) return own;
  return own.includes('admin') ? ofUser : own.filter((scope) => ofUser.includes(scope));
}
