import type { AccountStore } from '../accounts/account-store.ts';
import type { IssueToken } from '../accounts/open-session.ts';
import type { CheckCredential } from '../credentials/authenticate.ts';
import type { SignInAttempt } from './sign-in-attempt.ts';
import { SignInError, type SignInProvider } from './sign-in-provider.ts';

export interface ExternalSignInParts {
  readonly provider: SignInProvider;
  readonly issuer: string;
  /** The user of an ID token. Undefined if it is not valid, or its user may not enter the tenant. Errors: `unavailable`. */
  readonly checkIdToken: CheckCredential;
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly issueToken: IssueToken;
}

/** Signing in to the console with one identity provider. */
export interface ExternalSignIn {
  readonly provider: SignInProvider;
  /**
   * Issues a token of our own for the user whom the provider's answer names, so that the session is like one that began with a
   * password: it fits into a cookie, is renewed, and ends when the user logs out everywhere. `attempt` is that of the browser which
   * brought the answer. Errors: `SignInError`; `unavailable`.
   */
  finish(query: URLSearchParams, attempt: SignInAttempt | undefined): Promise<ReturnType<IssueToken>>;
}

export function createExternalSignIn(parts: ExternalSignInParts): ExternalSignIn {
  const { provider, issuer, checkIdToken, accounts, issueToken } = parts;
  return {
    provider,
    async finish(query, attempt) {
      if (attempt?.provider !== provider.id) throw new SignInError('outdated');
      const caller = await checkIdToken(await provider.idTokenFor(query, attempt));
      if (caller === undefined) throw new SignInError('not-admitted');
      const { scope, actor } = caller;
      const account = await accounts.findAccount(scope.tenantId, actor.id);
      if (account === undefined) throw new SignInError('not-admitted');
      const { sessionGeneration: generation } = account;
      return issueToken({ userId: actor.id, tenantId: scope.tenantId, generation, voucher: issuer });
    },
  };
}
