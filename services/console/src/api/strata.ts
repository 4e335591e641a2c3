import { Strata } from '@strata/client/strata';
import { SERVICE_URL } from '../session/addresses.ts';
import { fetchInSession } from '../session/session-requests.ts';

/** The SDK, as the signed-in user. Every call of every page goes through it. */
export const strata = new Strata({ baseUrl: SERVICE_URL, fetch: fetchInSession, maxRetries: 1, timeoutMs: 20_000 });
