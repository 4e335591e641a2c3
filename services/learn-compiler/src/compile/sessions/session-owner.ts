import { contentKey } from '../text/hash.ts';
import { compareText } from '../text/words.ts';

/** Before what stands for several end users of one session. No client names an end user so. */
const SEVERAL = 'several:';

/**
 * Whom a session is about: an end user, or undefined if its events name none. A session of several end users is about all of
 * them together, and what is learned from it alone is shown to none of them.
 */
export function ownerOfSession(steps: readonly { readonly user?: string }[]): string | undefined {
  const users = new Set(steps.flatMap(({ user }) => user ?? []));
  if (users.size < 2) return [...users][0];
  return `${SEVERAL}${contentKey(...[...users].sort(compareText))}`;
}

/** The one whom everything is about; undefined if something is about nobody, or about different ones. */
export function onlyOwner(owners: Iterable<string | undefined>): string | undefined {
  const different = new Set(owners);
  return different.size === 1 ? [...different][0] : undefined;
}
