import { StrataError, type StrataErrorCode } from '@strata/client/strata';

interface Answer<Result> {
  readonly data?: Result;
  readonly error?: { readonly code: StrataErrorCode; readonly message: string };
}

/** A request to what the gateway serves only to this console. Errors: a `StrataError`. */
export async function serviceRequest<Result>(url: URL, init: RequestInit): Promise<Result> {
  const response = await fetch(url, { ...init, credentials: 'same-origin' }).catch((cause: unknown) => {
    throw new StrataError('connection_failed', 'Strata could not be reached', { cause });
  });
  const { data, error } = (await response.json().catch(() => ({}))) as Answer<Result>;
  if (data !== undefined) return data;
  const { code, message } = error ?? { code: 'unexpected_response', message: 'The response is not one of Strata’s' };
  throw new StrataError(code, message, { status: response.status });
}
