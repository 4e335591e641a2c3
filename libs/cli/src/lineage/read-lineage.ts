import { StrataError } from '@strata/client/errors';
import { given } from '@strata/client/given';
import type { Data } from '@strata/client/operation-types';
import type { Strata } from '@strata/client/strata';
import { isItemId } from '@strata/mcp/tools/item';
import { CliError, EXIT } from '../cli-error.ts';
import { describeEvent, outcomeOf } from './describe-event.ts';
import type { LineageNode } from './lineage-node.ts';

type Api = Strata['api'];

/** A request each: so many sources are read at once. */
const AT_ONCE = 8;
const TEXT_LENGTH = 2000;
/** So many artifacts are looked through for those that rest on a memory: as many as one page has. */
const MAX_ARTIFACTS = 100;

/**
 * Reads what has an id, and what it rests on down to the events; `limit` is the most sources that are read of each item. Throws a
 * `CliError` if there is no such item, or the id is of another kind.
 */
export async function readLineage(api: Api, id: string, limit: number): Promise<LineageNode> {
  if (!isItemId(id)) throw new CliError('It is no id: ids begin with mem_, art_ or evt_', EXIT.usage);
  const root = await readNode(api, id, limit);
  if (root.kind === 'gone') throw new CliError(`There is nothing with the id ${id}`, EXIT.notFound);
  return root.kind === 'memory' ? { ...root, usedIn: await findUses(api, id) } : root;
}

async function readNode(api: Api, id: string, limit: number): Promise<LineageNode> {
  try {
    if (id.startsWith('mem_')) return await ofMemory(api, await api.getMemory({ id }), limit);
    if (id.startsWith('art_')) return await ofArtifact(api, await api.getArtifact({ id }), limit);
    return ofEvent(await api.getEvent({ id }));
  } catch (error) {
    if (!(error instanceof StrataError && error.code === 'not_found')) throw error;
    return { id, kind: 'gone', text: 'deleted, or hidden from this key' };
  }
}

async function ofMemory(api: Api, memory: Data<'getMemory'>, limit: number): Promise<LineageNode> {
  const {
    id,
    content,
    kind,
    validFrom,
    validTo,
    replacedBy,
    sessionId,
    speaker,
    agentId,
    userId,
    confidence,
    sourceEvents,
  } = memory;
  const facts = [
    kind.replaceAll('_', ' '),
    `confidence ${confidence.toFixed(2)}`,
    ...(validTo === null ? [] : [`until ${validTo}, when ${replacedBy ?? 'a newer one'} replaced it`]),
  ];
  const about = { id, kind: 'memory' as const, text: cut(content), at: validFrom, sessionId, facts };
  return {
    ...about,
    ...given({ by: nameOf(speaker ?? agentId, userId) }),
    ...(await sourcesOf(api, sourceEvents, limit)),
  };
}

async function ofArtifact(api: Api, artifact: Data<'getArtifact'>, limit: number): Promise<LineageNode> {
  const { id, type, title, version, isActive, switchedOff, compiledAt, metadata, sourceMemories, sourceEvents } =
    artifact;
  const { sourceSessions, confidence, agentId, userId } = metadata;
  const facts = [
    `version ${version}`,
    ...(typeof sourceSessions === 'number' ? [`from ${sourceSessions} sessions`] : []),
    ...(typeof confidence === 'number' ? [`confidence ${confidence.toFixed(2)}`] : []),
    ...(isActive ? [] : [switchedOff ? 'switched off' : 'no longer supported by its evidence']),
  ];
  const text = cut(`${type.replaceAll('_', ' ')}: ${title}`);
  return {
    ...{ id, kind: 'artifact', text, at: compiledAt, facts },
    ...given({ by: nameOf(agentId, userId) }),
    // Events stand under their memories.
    ...(await sourcesOf(api, sourceMemories.length > 0 ? sourceMemories : sourceEvents, limit)),
  };
}

function ofEvent(event: Data<'getEvent'>): LineageNode {
  const { id, payload, occurredAt, sessionId, agentId, userId } = event;
  const by = nameOf(typeof payload['role'] === 'string' ? payload['role'] : agentId, userId);
  const about = { id, kind: 'event' as const, text: cut(describeEvent(event)), at: occurredAt, sessionId };
  return { ...about, ...given({ by, outcome: outcomeOf(payload) }) };
}

async function sourcesOf(
  api: Api,
  ids: readonly string[],
  limit: number,
): Promise<Pick<LineageNode, 'sources' | 'moreSources'>> {
  const sources: LineageNode[] = [];
  const shown = ids.slice(0, limit);
  for (let from = 0; from < shown.length; from += AT_ONCE)
    sources.push(...(await Promise.all(shown.slice(from, from + AT_ONCE).map((id) => readNode(api, id, limit)))));
  return { sources, ...(ids.length > limit ? { moreSources: ids.length - limit } : {}) };
}

async function findUses(api: Api, id: string): Promise<{ id: string; title: string }[]> {
  const { items } = await api.listArtifacts({ limit: MAX_ARTIFACTS });
  return items
    .filter(({ sourceMemories }) => sourceMemories.includes(id))
    .map((artifact) => ({ id: artifact.id, title: artifact.title }));
}

function nameOf(who: unknown, about: unknown): string | undefined {
  const names = [...(typeof who === 'string' ? [who] : []), ...(typeof about === 'string' ? [`about ${about}`] : [])];
  return names.length === 0 ? undefined : names.join(', ');
}

const cut = (text: string): string => (text.length <= TEXT_LENGTH ? text : `${text.slice(0, TEXT_LENGTH - 1)}…`);
