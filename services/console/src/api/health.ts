import { Strata, type Data } from '@strata/client/strata';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { SERVICE_URL } from '../session/addresses.ts';
import { fetchInSession } from '../session/session-requests.ts';

export type Health = Data<'getHealth'>;

const EVERY_MS = 5_000;

/** A service that is not healthy responds with 503, and with its health all the same. */
const acceptUnhealthy: typeof fetch = async (input, init) => {
  const response = await fetchInSession(input, init);
  if (response.status !== 503) return response;
  const text = await response.text();
  return new Response(text, { status: text.includes('"subsystems"') ? 200 : 503 });
};

const strata = new Strata({ baseUrl: SERVICE_URL, fetch: acceptUnhealthy, maxRetries: 0, timeoutMs: 5_000 });

/** The health of the whole service, read all the time: it also shows whether the service is there. */
export const useHealth = (): UseQueryResult<Health> =>
  useQuery({
    queryKey: ['getHealth'],
    queryFn: ({ signal }) => strata.api.getHealth({}, { signal }),
    refetchInterval: EVERY_MS,
    // A browser that believes to be offline may still reach this machine.
    networkMode: 'always',
  });
