import type { IncomingMessage } from 'node:http';
import parseUrl from 'parseurl';

interface RequestTarget {
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
}

/** What a request asks for. Some clients send a whole URL (RFC 9112, section 3.2.2); of one that is not valid nothing is left. */
export function targetOf(request: IncomingMessage): RequestTarget {
  try {
    const { pathname, query } = parseUrl(request) ?? {};
    return { path: pathname ?? '', query: typeof query === 'string' ? query : '' };
  } catch {
    return { path: '', query: '' };
  }
}
