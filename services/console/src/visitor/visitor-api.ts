import { Strata, type Data } from '@strata/client/strata';
import { SERVICE_URL } from '../session/addresses.ts';

/** The operations that need no credential. A request that changes something is sent once. */
const SETTINGS = { baseUrl: SERVICE_URL, maxRetries: 0, timeoutMs: 20_000 };
export const { api: visitorApi } = new Strata(SETTINGS);

/** Accepts an invitation as the user of a token, before that user has a session here. */
export const acceptInvitation = (userToken: string, token: string): Promise<Data<'acceptInvitation'>> =>
  new Strata({ ...SETTINGS, apiKey: userToken }).api.acceptInvitation({ token });
