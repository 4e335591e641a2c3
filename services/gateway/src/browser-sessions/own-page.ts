import { AppError } from '@strata/kernel/errors';

/** The headers by which a browser says where a request comes from. */
export interface OriginHeaders {
  readonly origin?: string | undefined;
  readonly host?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
}

export interface OriginRules {
  /** The origin by which clients reach the service, if it is set. */
  readonly publicOrigin: string | undefined;
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

/** Errors: `forbidden` for a request that does not come from a page of this service. */
export function rejectForeignPage(headers: OriginHeaders, { publicOrigin }: OriginRules): void {
  if (!isFromOwnPage(headers, publicOrigin))
    throw new AppError('forbidden', 'Only pages of this service may use a session of its console');
}
