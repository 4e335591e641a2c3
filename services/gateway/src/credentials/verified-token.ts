/** The content of a token that is genuine, for this audience, and valid now. */
export interface VerifiedToken {
  readonly issuer: string;
  /** The user's id at the issuer: 1 to 255 printable characters. */
  readonly subject: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Verifies a token. Undefined if it is not valid. Errors: `unavailable` when the issuer's keys cannot be fetched. */
export type VerifyToken = (token: string) => Promise<VerifiedToken | undefined>;
