import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

const NAME = 'authorization';

/**
 * The headers of a request, without `Authorization` when it was sent more than once: Node keeps the first, but a proxy in
 * front may have checked the last, and the two would disagree on the caller.
 */
export function headersWithOneCredential({
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): IncomingHttpHeaders {
  let sent = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === NAME.length && name.toLowerCase() === NAME) sent += 1;
  }
  return sent < 2 ? headers : { ...headers, authorization: undefined };
}
