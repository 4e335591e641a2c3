import { contentKey } from '../text/hash.ts';
import { compareText } from '../text/words.ts';

/** Before what stands for several end users of one session. No client names an end user so. */
const SEVERAL = 'several:';

/**
 * The end user whom a session is about, or undefined if its events name no end user. A session of several end users is about all of
 * them together, and no request for one of them finds what is learned from it alone.
 */
export function ownerOfSession(steps: readonly { readonly user?: string }[]): string | undefined {
  const users = new Set(steps.flatMap(({ user }) => user ?? []));
  if (users.size < 2) return [...users][0];
  return `${SEVERAL}${contentKey(...[...users].sort(compareText))}`;
}

/** The end user whom all are about; undefined if one has no end user, or if they differ. */
export function onlyOwner(owners: Iterable<string | undefined>): string | undefined {
  const different = new Set(owners);
  return different.size === 1 ? [...different][0] : undefined;
}
