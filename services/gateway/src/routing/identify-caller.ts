import { AppError } from '@strata/kernel/errors';
import type { Admission } from '../limits/admission.ts';
import type { CallerLimits } from '../limits/limit-callers.ts';
import type { AnonymousLimits } from '../limits/limit-anonymous-clients.ts';
import type { Caller } from '../credentials/authenticate.ts';

/** The limits of requests: of authenticated callers, and of anonymous clients by their address. */
export interface RequestLimits {
  readonly callers: Pick<CallerLimits, 'admit'>;
  readonly anonymousClients: Pick<AnonymousLimits, 'admit' | 'peek' | 'rejectUsedUp' | 'recordValid'>;
}

export interface IdentifyCallerParts {
  /** Errors: `unauthorized`, `unavailable`. */
  readonly authenticate: (authorization: string | undefined) => Promise<Caller>;
  readonly limits: RequestLimits;
}

interface WithHeaders {
  readonly setHeader: (name: string, value: string) => void;
}

interface Incoming extends WithHeaders {
  readonly headers: { readonly authorization?: string | undefined };
  readonly ip: string;
  readonly setTenant: (tenantId: string) => void;
}

/**
 * Authenticates the caller and counts the request: against the limits of the caller or, if the credential is rejected,
 * against the limit of the client's address. Errors: `unauthorized`; `rate_limited`; `unavailable`.
 */
export function createIdentifyCaller({ authenticate, limits: { callers, anonymousClients } }: IdentifyCallerParts) {
  const admit = async ({ headers: { authorization }, setTenant }: Incoming) => {
    const caller = await authenticate(authorization);
    const admission = await callers.admit(caller);
    if (authorization !== undefined) anonymousClients.recordValid(authorization);
    setTenant(caller.scope.tenantId);
    return { caller, admission };
  };

  const reject = async (error: unknown, incoming: Incoming): Promise<never> => {
    if (error instanceof AppError && error.code === 'unauthorized') {
      showLimit(await anonymousClients.admit(incoming.ip), incoming);
      incoming.setHeader('WWW-Authenticate', 'Bearer');
    } else {
      showLimit(await anonymousClients.peek(incoming.ip), incoming);
    }
    throw error;
  };

  return async function identifyCaller(incoming: Incoming): Promise<Caller> {
    const rejected = anonymousClients.rejectUsedUp(incoming.ip, incoming.headers.authorization);
    if (rejected !== undefined) showLimit(rejected, incoming);
    const { caller, admission } = await admit(incoming).catch((error: unknown) => reject(error, incoming));
    showLimit(admission, incoming);
    return caller;
  };
}

export type IdentifyCaller = ReturnType<typeof createIdentifyCaller>;

/** Puts a limit into the response's headers. Errors: `rate_limited` if the limit is exceeded. */
export function showLimit({ headers, rejection }: Admission, { setHeader }: WithHeaders): void {
  for (const [name, value] of Object.entries(headers)) setHeader(name, value);
  if (rejection !== undefined) throw rejection;
}
