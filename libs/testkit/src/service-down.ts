import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a service can be down: nothing listens on its port, or it takes requests and answers none. */
export const WAYS_DOWN = ['is away', 'hangs'] as const;
export type WayDown = (typeof WAYS_DOWN)[number];

/**
 * The error that a client reports, and the time limit that the test should give the client. A refused connection is
 * reported without one: on a busy machine a short limit would end first.
 */
const REPORTED = {
  'is away': { code: 'connection_failed', timeoutMs: 60_000 },
  hangs: { code: 'timed_out', timeoutMs: 100 },
} as const;

export interface ServiceDown extends AsyncDisposable {
  readonly baseUrl: string;
  readonly code: string;
  readonly timeoutMs: number;
}

/** The address of a service that is down, on the loopback interface. Disposing of it cuts off the clients that wait. */
export async function openServiceDown(way: WayDown): Promise<ServiceDown> {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  if (way === 'is away') await close();
  return { baseUrl: `http://127.0.0.1:${String(port)}`, ...REPORTED[way], [Symbol.asyncDispose]: close };
}
