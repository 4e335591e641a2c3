import type { EventInput } from '@strata/contracts/schemas/event';
import type { FingerprintSecret } from './fingerprint-secret.ts';

/** What stands where a secret was. */
export const PLACEHOLDER = /\[secret:([a-z0-9_]{1,40}):[0-9a-f]{12}\]/g;

export const placeholderOf = (kind: string, fingerprint: string): string => `[secret:${kind}:${fingerprint}]`;

/** Most characters that the contract lets these texts have. */
const MOST_OF_NAME = 200;
const MOST_OF_TAG = 100;
const MOST_OF_IDEMPOTENCY_KEY = 255;

/**
 * Placeholders may be longer than what they stand for. A text that would outgrow its bound becomes a single one, of the
 * kind that stands first in it.
 */
export function withinBounds(scrubbed: EventInput, sent: EventInput, fingerprint: FingerprintSecret): EventInput {
  const bound = (text: string, original: string | undefined, most: number): string => {
    if (text.length <= most || original === undefined || text === original) return text;
    const [[, kind = ''] = []] = text.matchAll(PLACEHOLDER);
    return placeholderOf(kind, fingerprint(original));
  };
  const { metadata, idempotencyKey } = scrubbed;
  return {
    ...scrubbed,
    sessionId: bound(scrubbed.sessionId, sent.sessionId, MOST_OF_NAME),
    ...(idempotencyKey !== undefined && {
      idempotencyKey: bound(idempotencyKey, sent.idempotencyKey, MOST_OF_IDEMPOTENCY_KEY),
    }),
    ...(metadata !== undefined && { metadata: boundMetadata(metadata, sent.metadata ?? {}, bound) }),
  };
}

type Metadata = NonNullable<EventInput['metadata']>;

function boundMetadata(
  scrubbed: Metadata,
  sent: Metadata,
  bound: (text: string, original: string | undefined, most: number) => string,
): Metadata {
  const { agentId, namespaceId, tags } = scrubbed;
  return {
    ...scrubbed,
    ...(agentId !== undefined && { agentId: bound(agentId, sent.agentId, MOST_OF_NAME) }),
    ...(namespaceId !== undefined && { namespaceId: bound(namespaceId, sent.namespaceId, MOST_OF_NAME) }),
    ...(tags !== undefined && { tags: tags.map((tag, place) => bound(tag, sent.tags?.[place], MOST_OF_TAG)) }),
  };
}
