/** Hashes passwords slowly, off the thread that serves requests. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes the same time when there is no hash to compare with, and is false then. */
  matches(password: string, hash: string | null): Promise<boolean>;
}
