import { frameRecalled } from '@strata/kernel/recalled-text';
import { z } from 'zod';
import { NOTICE, noticeField } from './arguments.ts';
import { idArgument, nothingHas } from './get.ts';
import { findItem, ITEM_KINDS, shorten, type Item } from './item.ts';
import { defineTool, READS, type ToolContext } from './tool.ts';

/** So many pieces of evidence are read and quoted. */
const MAX_QUOTED = 5;
const QUOTE_LENGTH = 400;
const MAX_NAMED = 50;
/** So many artifacts are looked through for those that rest on a memory: as many as one page has. */
const MAX_ARTIFACTS = 100;

export const why = defineTool({
  name: 'why',
  title: 'Why something is remembered',
  description:
    'Says what a memory or an artifact was compiled from: which events or memories, by whom, when and in which session, with quotes; and which artifacts rest on a memory. Call it when somebody doubts a memory, or before you rely on it for something important.',
  annotations: READS,
  input: z.strictObject({ id: idArgument }),
  output: z.object({
    found: z.boolean(),
    id: z.string(),
    statement: z.string().optional().describe('What it is and rests on, in one sentence.'),
    evidence: z
      .array(z.object({ id: z.string(), kind: z.enum(ITEM_KINDS), at: z.string(), text: z.string() }))
      .optional()
      .describe(`The first ${MAX_QUOTED} pieces of evidence that may be read.`),
    sources: z.array(z.string()).optional().describe(`The ids of the cited evidence, at most ${MAX_NAMED}.`),
    used_in: z
      .array(z.object({ id: z.string(), title: z.string() }))
      .optional()
      .describe(`Of a memory: the artifacts that rest on it, among the newest ${MAX_ARTIFACTS}.`),
    notice: noticeField.optional(),
  }),
  run: async ({ id }, context) => {
    const item = await findItem(id, context);
    if (item === undefined) return { data: { found: false, id }, text: nothingHas(id) };
    const [evidence, used] = await Promise.all([quote(item.sources, context), findUses(item, context)]);
    const statement = stateOrigin(item);
    const quotes = evidence.map(({ id: source, kind, at, text }) => `- ${source} (${kind}, ${at}): ${text}`);
    const uses = used.map((artifact) => `- used in ${artifact.id}: ${artifact.title}`);
    const sources = item.sources.slice(0, MAX_NAMED);
    return {
      data: { found: true, id, statement, evidence, sources, used_in: used, notice: NOTICE },
      text: frameRecalled([`${id}: ${item.title}`, statement, ...quotes, ...uses].join('\n')),
    };
  },
});

/** Evidence that is deleted, or hidden from the caller, is left out. */
async function quote(ids: readonly string[], context: ToolContext) {
  const items = await Promise.all(ids.slice(0, MAX_QUOTED).map((id) => findItem(id, context)));
  return items.flatMap((item) =>
    item === undefined ? [] : [{ id: item.id, kind: item.kind, at: item.at, text: shorten(item.text, QUOTE_LENGTH) }],
  );
}

async function findUses({ id, kind }: Item, { call }: ToolContext): Promise<{ id: string; title: string }[]> {
  if (kind !== 'memory') return [];
  const { items } = await call('listArtifacts', { limit: MAX_ARTIFACTS });
  const uses = items.filter(({ sourceMemories }) => sourceMemories.includes(id));
  return uses.map((artifact) => ({ id: artifact.id, title: artifact.title }));
}

function stateOrigin({ kind, at, details, sources }: Item): string {
  const count = `${sources.length} ${sources.length === 1 ? 'source' : 'sources'}`;
  const sure = typeof details['confidence'] === 'number' ? `, with confidence ${details['confidence']}` : '';
  if (kind === 'event') return `It was captured as it is, at ${at}; nothing stands behind it.`;
  if (kind === 'artifact') {
    const inactive = details['switchedOff'] ? 'switched off' : 'no longer supported by its evidence';
    const active = details['isActive'] === false ? inactive : 'active';
    const rests = `It rests on ${String(details['sourceSessions'])} sessions and cites ${count}.`;
    return `Version ${String(details['version'])} of a ${spaced(details['type'])}, compiled at ${at}${sure}, ${active}. ${rests}`;
  }
  const newer = typeof details['replacedBy'] === 'string' ? details['replacedBy'] : 'a newer one';
  const ended = typeof details['validTo'] === 'string' ? ` until ${details['validTo']}, when ${newer} replaced it` : '';
  return `A memory of the kind ${spaced(details['kind'])}, which holds since ${at}${ended}${sure}. It was compiled from ${count} of session ${String(details['sessionId'])}.`;
}

const spaced = (name: unknown): string => String(name).replaceAll('_', ' ');
