import { AppError } from '@strata/kernel/errors';
import type { Admission } from '../limits/admission.ts';
import type { CallerLimits } from '../limits/limit-callers.ts';
import type { VisitorLimits } from '../limits/limit-visitors.ts';
import type { Caller } from '../credentials/authenticate.ts';

/** How many requests are let through, of callers who are known and of all others. */
export interface RequestLimits {
  readonly callers: Pick<CallerLimits, 'admit'>;
  readonly visitors: Pick<VisitorLimits, 'admit' | 'look' | 'holdBack' | 'welcome'>;
}

export interface IdentifyCallerParts {
  /** Errors: `unauthorized`, `unavailable`. */
  readonly authenticate: (authorization: string | undefined) => Promise<Caller>;
  readonly limits: RequestLimits;
}

interface Answering {
  readonly setHeader: (name: string, value: string) => void;
}

interface Incoming extends Answering {
  readonly headers: { readonly authorization?: string | undefined };
  readonly ip: string;
  readonly setTenant: (tenantId: string) => void;
}

/**
 * Finds out who calls and counts the request: against the caller's own limits, or, when the credential is refused,
 * against the address that it came from. Errors: `unauthorized`, `rate_limited`, `unavailable`.
 */
export function createIdentifyCaller({ authenticate, limits: { callers, visitors } }: IdentifyCallerParts) {
  const letIn = async ({ headers: { authorization }, setTenant }: Incoming) => {
    const caller = await authenticate(authorization);
    const admission = await callers.admit(caller);
    if (authorization !== undefined) visitors.welcome(authorization);
    setTenant(caller.scope.tenantId);
    return { caller, admission };
  };

  const turnAway = async (error: unknown, incoming: Incoming): Promise<never> => {
    if (error instanceof AppError && error.code === 'unauthorized') {
      showLimit(await visitors.admit(incoming.ip), incoming);
      incoming.setHeader('WWW-Authenticate', 'Bearer');
    } else {
      showLimit(await visitors.look(incoming.ip), incoming);
    }
    throw error;
  };

  return async (incoming: Incoming): Promise<Caller> => {
    const heldBack = visitors.holdBack(incoming.ip, incoming.headers.authorization);
    if (heldBack !== undefined) showLimit(heldBack, incoming);
    const { caller, admission } = await letIn(incoming).catch((error: unknown) => turnAway(error, incoming));
    showLimit(admission, incoming);
    return caller;
  };
}

/** Puts a limit into the answer's headers, and throws its refusal. */
export function showLimit({ headers, refusal }: Admission, { setHeader }: Answering): void {
  for (const [name, value] of Object.entries(headers)) setHeader(name, value);
  if (refusal !== undefined) throw refusal;
}
