/** Longest lifetime of a token. A longer one is a mistake of the issuer. */
export const MAX_LIFETIME_SECONDS = 30 * 24 * 3600;

/** The content of a token that is genuine, for this audience, and valid now. */
export interface VerifiedToken {
  readonly issuer: string;
  /** The user's id at the issuer: 1 to 255 printable characters. */
  readonly subject: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** A part of a token's life, in seconds since 1970; undefined if the token does not say. */
export const timeOf = ({ claims }: VerifiedToken, claim: 'exp' | 'iat' | 'nbf'): number | undefined => {
  const value = claims[claim];
  return typeof value === 'number' ? value : undefined;
};

/** Verifies a token. Undefined if it is not valid. Errors: `unavailable` when the issuer's keys cannot be fetched. */
export type VerifyToken = (token: string) => Promise<VerifiedToken | undefined>;
