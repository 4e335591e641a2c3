import type { HttpRoute } from '@strata/platform/http/http-route';
import type { AnonymousLimits } from '../limits/limit-anonymous-clients.ts';
import { showLimit } from '../routing/identify-caller.ts';

/** Routes that answer anyone and refuse nobody; each answer still shows what the caller's address has left. */
export const openRoutes = (
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
