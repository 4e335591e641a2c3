import { looksLikeId } from '@strata/kernel/ids';
import { describeArtifact } from './describe-artifact.ts';
import { ToolFault, type ToolContext } from './tool.ts';

const KINDS = { mem: 'memory', art: 'artifact', evt: 'event' } as const;
export const ITEM_KINDS = Object.values(KINDS);
type ItemKind = (typeof ITEM_KINDS)[number];

/** A memory, an artifact or an event, in the form that tools show. */
export interface Item {
  readonly id: string;
  readonly kind: ItemKind;
  readonly title: string;
  readonly text: string;
  /** When it was said, done or compiled, in ISO 8601. */
  readonly at: string;
  /** The other facts about it, by name. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Ids of what it was compiled from. */
  readonly sources: readonly string[];
}

const TITLE_LENGTH = 80;
/** An event can have 256 KiB: more than a model should read at once. */
const TEXT_LENGTH = 20_000;

const kindIn = (id: string): ItemKind | undefined =>
  looksLikeId(id) ? KINDS[id.slice(0, id.indexOf('_')) as keyof typeof KINDS] : undefined;

/** Whether a text has the form of an id of memory. */
export const isItemId = (text: string): boolean => kindIn(text) !== undefined;

/** Which kind of item an id names. Throws a `ToolFault` for any other text. */
export function kindOf(id: string): ItemKind {
  const kind = kindIn(id);
  if (kind !== undefined) return kind;
  throw new ToolFault(
    'This is no id of memory: ids begin with mem_, art_ or evt_. Take one from recall, search or list',
  );
}

/** Reads an item by its id. Undefined if the caller has no such item. Throws a `ToolFault` for a text that is no id. */
export async function findItem(id: string, { call }: Pick<ToolContext, 'call'>): Promise<Item | undefined> {
  const read = { memory: readMemory, artifact: readArtifact, event: readEvent }[kindOf(id)];
  try {
    return await read(id, call);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Whether an operation failed because the caller has nothing with this id. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'not_found';

/** The first words of a text, in one line. */
export const titleOf = (text: string): string => shorten(text.replaceAll(/\s+/g, ' ').trim(), TITLE_LENGTH);

/** A text with at most so many UTF-16 units, and with an ellipsis where it is cut. */
export const shorten = (text: string, length: number): string =>
  // The cut may have split a character.
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;

async function readMemory(id: string, call: ToolContext['call']): Promise<Item> {
  const { content, sourceEvents, validFrom, ...others } = await call('getMemory', { id });
  const { kind, validTo, replacedBy, tags, agentId, userId, sessionId, speaker, confidence, archivedAt } = others;
  return {
    id,
    kind: 'memory',
    title: titleOf(content),
    text: content,
    at: validFrom,
    details: { kind, validTo, replacedBy, tags, agentId, userId, sessionId, speaker, confidence, archivedAt },
    sources: sourceEvents,
  };
}

async function readArtifact(id: string, call: ToolContext['call']): Promise<Item> {
  const artifact = await call('getArtifact', { id });
  const { type, title, version, isActive, switchedOff, compiledAt, metadata, sourceEvents, sourceMemories } = artifact;
  return {
    id,
    kind: 'artifact',
    title,
    text: describeArtifact(artifact),
    at: compiledAt,
    details: { type, version, isActive, switchedOff, ...metadata },
    sources: [...sourceMemories, ...sourceEvents],
  };
}

async function readEvent(id: string, call: ToolContext['call']): Promise<Item> {
  const { type, payload, occurredAt, sessionId, agentId, userId, tags, writer, learnedAt } = await call('getEvent', {
    id,
  });
  const { content, role } = payload;
  const text = shorten(typeof content === 'string' ? content : JSON.stringify(payload), TEXT_LENGTH);
  return {
    id,
    kind: 'event',
    title: titleOf(text),
    text: typeof role === 'string' ? `${role}: ${text}` : text,
    at: occurredAt,
    details: { type, sessionId, agentId, userId, tags, writer, learnedAt },
    sources: [],
  };
}
