import type { Exchange, HttpRoute } from '@strata/platform/http/http-route';
import type { Admission } from '../limits/admission.ts';
import type { AnonymousLimits } from '../limits/limit-anonymous-clients.ts';
import { showLimit } from '../routing/identify-caller.ts';

/** Counts the requests to routes without a credential against the limit of the client's address. */
export const limitRoutes = (
  routes: readonly HttpRoute[],
  anonymousClients: Pick<AnonymousLimits, 'admit'>,
): HttpRoute[] => routes.map((route) => afterLimit(route, ({ ip }) => anonymousClients.admit(ip)));

/** Adds the limit of the client's address to the headers of routes that it does not bind. */
export const showLimitOnly = (
  routes: readonly HttpRoute[],
  anonymousClients: Pick<AnonymousLimits, 'peek'>,
): HttpRoute[] => routes.map((route) => afterLimit(route, ({ ip }) => anonymousClients.peek(ip)));

const afterLimit = (route: HttpRoute, limitOf: (exchange: Exchange) => Promise<Admission>): HttpRoute => ({
  ...route,
  handle: async (exchange) => {
    showLimit(await limitOf(exchange), exchange);
    return route.handle(exchange);
  },
});
