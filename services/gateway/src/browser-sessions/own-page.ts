/** The headers by which a browser says where a request comes from. */
export interface OriginHeaders {
  readonly origin?: string | undefined;
  readonly host?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
}

/**
 * Whether a request comes from a page of this service. Browsers that send `Sec-Fetch-Site` say so themselves; others at least name
 * the page's origin when the request changes something. `publicOrigin` is what clients see if a proxy changes `Host`.
 */
export function isFromOwnPage(headers: OriginHeaders, publicOrigin: string | undefined): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined) return true;
  if (origin === publicOrigin) return true;
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}
