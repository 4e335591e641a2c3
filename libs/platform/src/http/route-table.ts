import { validationError } from '@strata/kernel/errors';
import createRouter, { type HTTPMethod } from 'find-my-way';
import type { HttpMethod, HttpRoute } from './http-route.ts';

/** A route that matches a request, with its path parameters, decoded. */
export interface FoundRoute {
  readonly route: HttpRoute;
  readonly params: Readonly<Record<string, string>>;
}

const METHODS: readonly HttpMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** What the router gets for `%`, because it would decode fixed parts of a path too. No path has it. */
const PERCENT = '\0';

/** Finds routes by method and path. A path matches in upper and lower case, and with one slash at its end. */
export class RouteTable {
  readonly #router = createRouter({
    caseSensitive: false,
    ignoreTrailingSlash: true,
    maxParamLength: Number.POSITIVE_INFINITY,
  });

  /** Throws if two routes have the same method and path. */
  constructor(routes: readonly HttpRoute[]) {
    for (const route of routes) this.#router.on(route.method, route.path, () => undefined, route);
  }

  /** The route that serves a request; a path that cannot be decoded has none. `HEAD` is served by `GET`. */
  find(method: string, path: string): FoundRoute | undefined {
    const found = this.#match(method === 'HEAD' ? 'GET' : method, path);
    if (found === undefined || !path.includes('%')) return found;
    const params = decode(found.params);
    return params === undefined ? undefined : { route: found.route, params };
  }

  /** The methods of all routes that match a path. Errors: `validation_error` on `path` if one matches, but cannot be decoded. */
  methodsOf(path: string): string[] {
    return METHODS.flatMap((method) => {
      const found = this.#match(method, path);
      if (found === undefined) return [];
      if (decode(found.params) === undefined) throw undecodable();
      return method === 'GET' ? ['GET', 'HEAD'] : [method];
    });
  }

  /** Parameters are as they were sent. */
  #match(method: string, path: string): FoundRoute | undefined {
    if (!path.startsWith('/')) return undefined;
    const found = this.#router.find(method as HTTPMethod, path.replaceAll('%', PERCENT));
    // The router takes nothing for a parameter, as in `/v1/jobs//events`.
    if (found === null || Object.values(found.params).includes('')) return undefined;
    return { route: found.store as HttpRoute, params: found.params as FoundRoute['params'] };
  }
}

/** Undefined if the percent-encoding of one is broken. */
function decode(params: FoundRoute['params']): FoundRoute['params'] | undefined {
  try {
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value.replaceAll(PERCENT, '%'))]),
    );
  } catch {
    return undefined;
  }
}

const undecodable = () =>
  validationError('path is not valid percent-encoding', [{ field: 'path', message: 'is not valid percent-encoding' }]);
