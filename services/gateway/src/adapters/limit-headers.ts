import type { HttpRoute } from '@strata/platform/http/http-route';
import type { AnonymousLimits } from '../limits/limit-anonymous-clients.ts';
import { showLimit } from '../routing/identify-caller.ts';

/** Adds the limit of the client's address to the headers of routes that are not limited themselves. */
export const withLimitHeaders = (
  routes: readonly HttpRoute[],
  anonymousClients: Pick<AnonymousLimits, 'peek'>,
): HttpRoute[] =>
  routes.map((route) => ({
    ...route,
    handle: async (exchange) => {
      showLimit(await anonymousClients.peek(exchange.ip), exchange);
      return route.handle(exchange);
    },
  }));
