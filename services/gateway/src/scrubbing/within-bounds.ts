import type { EventInput } from '@strata/contracts/schemas/event';
import { PLACEHOLDER, placeholderOf } from '@strata/secrets/placeholder';
import type { FingerprintSecret } from './fingerprint-secret.ts';

/** Maximum lengths in the contract. */
const MAX_NAME = 200;
const MAX_TAG = 100;
const MAX_IDEMPOTENCY_KEY = 255;

/**
 * Keeps texts within the bounds of the contract, since a placeholder can be longer than its secret. A text that is too long
 * becomes a single placeholder of the first kind in it. Its fingerprint is that of the text without secrets, so that it reveals
 * no more than the fingerprints in it.
 */
export function withinBounds(scrubbed: EventInput, sent: EventInput, fingerprint: FingerprintSecret): EventInput {
  const bound = (text: string, original: string | undefined, max: number): string => {
    if (text.length <= max || original === undefined || text === original) return text;
    const [[, kind = ''] = []] = text.matchAll(PLACEHOLDER);
    return placeholderOf(kind, fingerprint(text));
  };
  const { metadata, idempotencyKey } = scrubbed;
  return {
    ...scrubbed,
    sessionId: bound(scrubbed.sessionId, sent.sessionId, MAX_NAME),
    ...(idempotencyKey !== undefined && {
      idempotencyKey: bound(idempotencyKey, sent.idempotencyKey, MAX_IDEMPOTENCY_KEY),
    }),
    ...(metadata !== undefined && { metadata: boundMetadata(metadata, sent.metadata ?? {}, bound) }),
  };
}

type Metadata = NonNullable<EventInput['metadata']>;

function boundMetadata(
  scrubbed: Metadata,
  sent: Metadata,
  bound: (text: string, original: string | undefined, max: number) => string,
): Metadata {
  const { agentId, namespaceId, tags } = scrubbed;
  return {
    ...scrubbed,
    ...(agentId !== undefined && { agentId: bound(agentId, sent.agentId, MAX_NAME) }),
    ...(namespaceId !== undefined && { namespaceId: bound(namespaceId, sent.namespaceId, MAX_NAME) }),
    ...(tags !== undefined && { tags: tags.map((tag, index) => bound(tag, sent.tags?.[index], MAX_TAG)) }),
  };
}
