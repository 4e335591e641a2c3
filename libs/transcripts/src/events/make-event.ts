import type { EventInput } from '@strata/contracts/schemas/event';
import { maskSecrets } from '@strata/secrets/mask-secrets';
import { createHash } from 'node:crypto';
import type { Found } from '../acts/act.ts';
import { withoutInjectedIn } from '../acts/injected-text.ts';
import { isRecord } from '../acts/json.ts';
import { actPayload } from './act-payload.ts';
import { cutEvent, cutTexts } from './cut-event.ts';
import { storableJson } from './storable-json.ts';

/** What all events of an import have in common. */
export interface EventDefaults {
  /** Default: the name of the source, such as `claude-code`. */
  readonly agentId?: string;
  readonly namespaceId?: string;
  /** The end user whom the sessions are about. Default: none, so that what is learned is for everybody. */
  readonly userId?: string;
  readonly tags?: readonly string[];
}

/** An event that is ready to be sent. */
export interface MadeEvent {
  readonly event: EventInput;
  readonly isCut: boolean;
  /** The kind of each secret that was replaced. */
  readonly secretKinds: readonly string[];
}

/** Longer texts are cut before secrets are searched, far from what is kept of them in the end. */
const SEARCHED_CHARACTERS = 1024 * 1024;
const MAX_KEY = 255;
const MAX_ID = 200;
const LATEST_AHEAD_MS = 4 * 60_000;

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 40);

/** A session id within the service's bound. */
const boundedId = (id: string): string => (id.length <= MAX_ID ? id : `${id.slice(0, 150)}-${hashed(id)}`);

function keyOf(source: string, sessionId: string, key: string): string {
  const whole = `${source}/${sessionId}/${key}`;
  return whole.length <= MAX_KEY ? whole : `${source}/${hashed(whole)}`;
}

/** A point in time of a transcript: ISO 8601, or a number of seconds or milliseconds. Undefined if it is none, or in the future. */
export function instantOf(at: string | number | undefined): string | undefined {
  if (at === undefined || at === '') return undefined;
  const time = new Date(typeof at === 'number' && at < 1e11 ? at * 1000 : at).getTime();
  if (!Number.isFinite(time) || time < 0 || time > Date.now() + LATEST_AHEAD_MS) return undefined;
  return new Date(time).toISOString();
}

/** Whether there is anything left of an act without the texts of memory tools. */
const saysNothing = ({ type, payload }: Pick<EventInput, 'type' | 'payload'>): boolean =>
  type === 'message' && typeof payload['content'] === 'string' && payload['content'].trim() === '';

/**
 * The event that stands for what was found in a transcript: without texts of memory tools and without secrets, within the
 * service's size. Undefined if nothing is left.
 */
export function makeEvent(source: string, found: Found, defaults: EventDefaults): MadeEvent | undefined {
  const { session, key, at } = found;
  const { type, payload } = actPayload(found.act);
  const clean = cutTexts(storableJson(withoutInjectedIn(payload)), SEARCHED_CHARACTERS);
  if (!isRecord(clean) || saysNothing({ type, payload: clean })) return undefined;
  const occurredAt = instantOf(at);
  const { agentId = source, namespaceId, userId, tags } = defaults;
  const { cwd, gitBranch, model } = session;
  const metadata = {
    agentId,
    importedFrom: source,
    ...(namespaceId === undefined ? {} : { namespaceId }),
    ...(userId === undefined ? {} : { userId }),
    ...(tags === undefined || tags.length === 0 ? {} : { tags: [...tags] }),
    ...(occurredAt === undefined ? {} : { occurredAt }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(gitBranch === undefined || gitBranch === '' ? {} : { gitBranch }),
    ...(model === undefined ? {} : { model }),
  };
  const { masked, kinds } = maskSecrets({ payload: clean, metadata });
  const cut = cutEvent({
    type,
    sessionId: boundedId(session.sessionId),
    ...masked,
    idempotencyKey: keyOf(source, session.sessionId, key),
  });
  return { ...cut, secretKinds: kinds };
}
