import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

const CREDENTIAL = 'authorization';
/** Node keeps the first of these, and rejects two lengths itself. */
const SINGLE = ['host', 'content-type'];

/**
 * Whether a header that names the target or the kind of the body was sent more than once. A proxy in front may have read
 * another one than Node, and the two would disagree on the request (RFC 9112, section 3.2).
 */
export const isAmbiguous = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean =>
  SINGLE.some((name) => timesSent(rawHeaders, name) > 1);

/**
 * The headers of a request, without `Authorization` when it was sent more than once: Node keeps the first, but a proxy in
 * front may have checked the last, and the two would disagree on the caller.
 */
export const headersWithOneCredential = ({
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): IncomingHttpHeaders =>
  timesSent(rawHeaders, CREDENTIAL) < 2 ? headers : { ...headers, authorization: undefined };

function timesSent(rawHeaders: readonly string[], wanted: string): number {
  let sent = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === wanted.length && name.toLowerCase() === wanted) sent += 1;
  }
  return sent;
}
