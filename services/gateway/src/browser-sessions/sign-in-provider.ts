import type { SignInAttempt } from './sign-in-attempt.ts';

/** Why a provider's answer does not sign the visitor in. */
export type SignInFailure = 'refused' | 'outdated' | 'unavailable' | 'not-admitted' | 'failed';

/** What the provider is asked with, and what its answer is checked against. */
export type Proof = Pick<SignInAttempt, 'state' | 'nonce' | 'verifier'>;

/** An identity provider with which the console signs users in. */
export interface SignInProvider {
  readonly id: string;
  readonly name: string;
  /** A new, random proof. */
  newProof(): Proof;
  /** The address at the provider to which the browser goes. Errors: `unavailable`. */
  addressFor(proof: Proof): Promise<URL>;
  /**
   * The ID token for the answer that the browser brought back, which is not verified yet. `query` is that of the redirect URI.
   * Errors: `SignInError`.
   */
  idTokenFor(query: URLSearchParams, proof: Proof): Promise<string>;
}

/** A provider's answer does not sign the visitor in. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly failure: SignInFailure;

  constructor(failure: SignInFailure, cause?: unknown) {
    super(`Signing in with an identity provider: ${failure}`, { cause });
    this.failure = failure;
  }
}
