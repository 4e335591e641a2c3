import type { HttpRoute } from '@strata/platform/http/http-route';
import type { VisitorLimits } from '../limits/limit-visitors.ts';
import { showLimit } from '../routing/identify-caller.ts';

/** Routes that answer anyone and refuse nobody; each answer still shows what the caller's address has left. */
export const openRoutes = (routes: readonly HttpRoute[], visitors: Pick<VisitorLimits, 'look'>): HttpRoute[] =>
  routes.map((route) => ({
    ...route,
    handle: async (exchange) => {
      showLimit(await visitors.look(exchange.ip), exchange);
      return route.handle(exchange);
    },
  }));
