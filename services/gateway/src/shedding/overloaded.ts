import { AppError } from '@strata/kernel/errors';
import type { RequestClass } from './request-classes.ts';

/** What can be overloaded: what a request class uses, or what all of them share. */
export type Part = RequestClass | 'bodies' | 'database';

const NAMES: Readonly<Record<Part, string>> = {
  'sign-in': 'Signing in',
  capture: 'Capture',
  batch: 'Capture in batches',
  gateway: 'The gateway',
  ingest: 'The event store',
  synthesis: 'Synthesis',
  'learn-compiler': 'The learn-compiler',
  'enterprise-org': 'The organization service',
  vault: 'The vault',
  bodies: "The gateway's memory for request bodies",
  database: 'The database',
};

export const RETRY_AFTER_SECONDS = 1;

/** The message of the error: the part has too much in progress, and the gateway did nothing for the request. */
export const overloadMessage = (part: Part): string =>
  `${NAMES[part]} is overloaded, try again in ${String(RETRY_AFTER_SECONDS)} second`;

/** 503 for a request, or a part of one, that was shed. */
export const overloaded = (part: Part): AppError =>
  new AppError('unavailable', overloadMessage(part), { retryAfterSeconds: RETRY_AFTER_SECONDS });
