/** How long a key works. */
export type Lifetime = 'never' | '30' | '90' | '365';

export const LIFETIMES: readonly { readonly value: Lifetime; readonly label: string }[] = [
  { value: 'never', label: 'never' },
  { value: '30', label: 'after 30 days' },
  { value: '90', label: 'after 90 days' },
  { value: '365', label: 'after a year' },
];

const DAY_MS = 86_400_000;

/** When a key that is created now expires; undefined if never. */
export const expiryAfter = (lifetime: Lifetime, now: Date): string | undefined =>
  lifetime === 'never' ? undefined : new Date(now.getTime() + Number(lifetime) * DAY_MS).toISOString();
