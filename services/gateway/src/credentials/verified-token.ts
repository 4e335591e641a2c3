/** What a token says that is genuine, meant for us and valid now. */
export interface VerifiedToken {
  readonly issuer: string;
  /** Whom it speaks for, as its issuer calls them: 1 to 255 printable characters. */
  readonly subject: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Checks a token; undefined when it is not to be believed. Errors: `unavailable` when the issuer's keys cannot be had. */
export type VerifyToken = (token: string) => Promise<VerifiedToken | undefined>;
