import { SESSION_VERDICT_FIELDS } from '@strata/contracts/schemas/session-verdict';
import type { AcceptedEvent } from '@strata/contracts/calls/ingest';

/**
 * Whether an event says that its session has ended: `metadata.sessionEnd` is true, or its payload has a verdict on the whole
 * session. A reward does not count, since clients send one with every step; neither does a test run, which can be one of many.
 */
export const closesSession = ({ metadata, payload }: Pick<AcceptedEvent, 'metadata' | 'payload'>): boolean =>
  metadata['sessionEnd'] === true || SESSION_VERDICT_FIELDS.some((field) => isVerdict(ownValue(payload, field)));

const ownValue = (payload: Readonly<Record<string, unknown>>, field: string): unknown =>
  Object.hasOwn(payload, field) ? payload[field] : undefined;

const isVerdict = (value: unknown): boolean => ['boolean', 'number', 'string'].includes(typeof value) && value !== '';
