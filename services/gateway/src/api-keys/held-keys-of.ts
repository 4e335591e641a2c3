import type { Actor } from '@strata/kernel/actor';
import type { KeyHolder } from './api-key-store.ts';

/** The keys that a user manages: their own, or for a tenant admin all of the tenant. */
export const heldKeysOf = ({ id, isTenantAdmin }: Pick<Actor, 'id' | 'isTenantAdmin'>): KeyHolder =>
  isTenantAdmin === true ? null : { userId: id };
