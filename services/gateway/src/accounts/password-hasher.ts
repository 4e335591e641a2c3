/** What a password was found to be. `isOutdated`: it matches a hash that today's settings would make differently. */
export interface PasswordCheck {
  readonly matches: boolean;
  readonly isOutdated: boolean;
}

/**
 * Hashes passwords slowly, off the thread that serves requests, a few at once; `line` is whose requests wait behind
 * each other, while others take turns with them. Errors of both: `unavailable` while too many wait already.
 */
export interface PasswordHasher {
  hash(password: string, line: string): Promise<string>;
  /** Takes the same time whatever the hash was made with, also when there is none; nothing matches then. */
  check(password: string, hash: string | null, line: string): Promise<PasswordCheck>;
}
