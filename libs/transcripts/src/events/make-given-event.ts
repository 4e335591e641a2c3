import { maskSecrets } from '@strata/secrets/mask-secrets';
import type { GivenEvent } from '../formats/source.ts';
import { cutEvent } from './cut-event.ts';
import type { EventDefaults, MadeEvent } from './make-event.ts';

/** An event of a file, without secrets and within the service's size. What it says itself comes before the defaults. */
export function makeGivenEvent(source: string, { event, key }: GivenEvent, defaults: EventDefaults): MadeEvent {
  const { agentId, namespaceId, userId, tags } = defaults;
  const metadata = {
    ...(agentId === undefined ? {} : { agentId }),
    ...(namespaceId === undefined ? {} : { namespaceId }),
    ...(userId === undefined ? {} : { userId }),
    ...(tags === undefined || tags.length === 0 ? {} : { tags: [...tags] }),
    ...event.metadata,
  };
  const { masked, kinds } = maskSecrets({ payload: event.payload, metadata });
  const cut = cutEvent({ ...event, ...masked, idempotencyKey: event.idempotencyKey ?? `${source}/${key}` });
  return { ...cut, secretKinds: kinds };
}
