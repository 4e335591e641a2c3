import { createHash } from 'node:crypto';
import type { EventInput } from '@strata/contracts/schemas/event';
import { configure } from 'safe-stable-stringify';

const canonicalJson = configure({ deterministic: true, bigint: false, circularValue: Error });

/**
 * SHA-256, in hex, of the parts of an event that a repeated idempotency key must not change: type, session, payload and
 * metadata. The JSON has sorted keys, so that the order in which a client writes its keys does not matter.
 */
export function fingerprintOf({ type, sessionId, payload, metadata }: EventInput): string {
  const canonical = canonicalJson({ type, sessionId, payload, metadata: metadata ?? {} }) ?? '';
  return createHash('sha256').update(canonical).digest('hex');
}
