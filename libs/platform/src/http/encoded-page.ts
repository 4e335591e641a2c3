import type { Exchange, HttpResponse } from './http-route.ts';

/** The bytes of a page, as they are and compressed. `tag` changes with them. */
export interface EncodedPage {
  readonly tag: string;
  readonly identity: Uint8Array;
  readonly gzip: Uint8Array;
  readonly br: Uint8Array;
}

const PREFERRED = ['br', 'gzip'] as const;

/** Sends a page in the smallest encoding that the client accepts, or 304 to a client that has it. */
export function sendPage(
  page: EncodedPage,
  exchange: Pick<Exchange, 'headers' | 'accepts'>,
  { contentType, headers }: { readonly contentType: string; readonly headers: Readonly<Record<string, string>> },
): HttpResponse {
  const encoding = PREFERRED.find((name) => exchange.accepts(name)) ?? 'identity';
  const bytes = page[encoding];
  // Weak, because it is the same for every encoding.
  const etag = `W/"${page.tag}"`;
  const shared = {
    ...headers,
    ETag: etag,
    Vary: 'Accept-Encoding',
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  };
  if (!names(exchange.headers['if-none-match'], etag)) return { contentType, text: bytes, headers: shared };
  // The length of a 304 is that of the full response (RFC 9110, section 8.6).
  const length = { 'Content-Length': String(bytes.byteLength) };
  return { contentType, status: 304, text: '', headers: { ...shared, ...length } };
}

/** The weak comparison of RFC 9110, section 8.8.3.2. */
const names = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((entry) => [etag, etag.slice('W/'.length), '*'].includes(entry.trim())) ?? false;
