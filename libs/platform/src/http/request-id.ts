import { newId } from '@strata/kernel/ids';
import { isTraceparent } from '../tracing/trace-context.ts';

const SANE = /^[A-Za-z0-9._:-]{1,128}$/;

/** The client's request id if it is safe in logs and headers, else a new one. */
export const requestIdFrom = (header: string | string[] | undefined): string =>
  typeof header === 'string' && SANE.test(header) ? header : newId('req');

/** The client's `traceparent` if it is well-formed (W3C Trace Context, section 3.2). */
export const traceparentFrom = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && isTraceparent(header) ? header : undefined;
