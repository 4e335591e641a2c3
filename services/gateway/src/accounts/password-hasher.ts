/** The result of a password check. `isOutdated`: the password matches a hash made with earlier settings. */
export interface PasswordCheck {
  readonly matches: boolean;
  readonly isOutdated: boolean;
}

/**
 * Hashes passwords slowly, off the thread that serves requests, a few at a time. Requests with the same `line` wait for each
 * other, while different lines take turns. Errors of both: `unavailable` while too many requests wait.
 */
export interface PasswordHasher {
  hash(password: string, line: string): Promise<string>;
  /** Takes the same time for every hash, and also for null, which no password matches. */
  check(password: string, hash: string | null, line: string): Promise<PasswordCheck>;
}
