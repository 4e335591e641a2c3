import type { Input } from '@strata/client/operation-types';
import type { Strata } from '@strata/client/strata';
import type { SendEvents } from './event-sender.ts';

/** Sends the events of an import through a client. `signal` ends a request that is under way. */
export const sendThrough =
  ({ api }: Pick<Strata, 'api'>, signal?: AbortSignal): SendEvents =>
  (events) =>
    // Both types come from the same schema; that of the client names every kind of JSON value.
    api.captureBatch({ events: events as Input<'captureBatch'>['events'] }, { signal });
