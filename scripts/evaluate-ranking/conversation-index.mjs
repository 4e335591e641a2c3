import { indexedMemorySchema } from '../../libs/contracts/dist/calls/synthesis.js';
import { digestEvent } from '../../services/learn-compiler/dist/compile/digest-event.js';
import { instructionTerm } from '../../services/synthesis/dist/indexing/lexemes.js';
import { prepareEntry } from '../../services/synthesis/dist/indexing/prepare-entry.js';

/**
 * A search index in memory over the memories of one conversation, all visible: the port `SearchIndex` of synthesis.
 * @param {import('./read-conversations.mjs').Conversation} conversation
 * @returns {{index: object, messageOf: Map<string, string>}} the index, and the message that each memory is of
 */
export function indexConversation({ messages }) {
  const entries = [];
  const messageOf = new Map();
  const lastPosition = new Map();
  for (const [seq, message] of messages.entries()) {
    const memories = digestEvent(eventOf(message, seq), () => undefined).memories;
    for (const [
      part,
      { kind, body, dates, speaker, sessionId, validFrom, importance, confidence },
    ] of memories.entries()) {
      const position = (lastPosition.get(sessionId) ?? -1) + 1;
      lastPosition.set(sessionId, position);
      const id = `${message.id}/${part}`;
      messageOf.set(id, message.id);
      entries.push(
        prepareEntry(
          indexedMemorySchema.parse({
            ...{
              id,
              type: 'memory',
              revision: 1,
              agentId: null,
              namespaceId: null,
              tags: [],
              sessionId,
              position,
              part,
            },
            ...{ parts: memories.length, kind, body, dates, speaker, validFrom, importance, confidence },
          }),
        ),
      );
    }
  }
  return { index: { view: (_scope, _visible, read) => read(viewOf(entries)) }, messageOf };
}

const eventOf = ({ id, session, at, speaker, text }, seq) => ({
  ...{ id, seq, type: 'message', sessionId: session, agentId: null, namespaceId: null, tags: [], taskId: null },
  payload: { role: speaker, content: text },
  occurredAt: at ?? new Date(seq * 1000).toISOString(),
  occurredAtGiven: at !== undefined,
  writer: { actorId: 'evaluation', actorType: 'api-key', keyId: 'evaluation' },
});

function viewOf(entries) {
  const candidates = entries.map(({ text }) => ({
    ...text,
    termText: ` ${text.terms.join(' ')} `,
    length: text.terms.length,
  }));
  const byTurn = new Map(candidates.map((one) => [`${one.position} ${one.sessionId}`, one]));
  const bodies = new Map(entries.map(({ text, body }) => [text.id, body]));
  const postings = new Map();
  const reached = new Map();
  const add = (map, term, candidate) => map.set(term, [...(map.get(term) ?? []), candidate]);
  for (const [i, { text, nameTerms }] of entries.entries()) {
    for (const term of new Set(text.terms)) add(postings, term, candidates[i]);
    for (const term of new Set([...text.terms, ...nameTerms])) add(reached, term, candidates[i]);
    if (text.instruction !== undefined) add(reached, instructionTerm(null), candidates[i]);
  }
  const counts = (map, terms) =>
    new Map(terms.filter((term) => map.has(term)).map((term) => [term, map.get(term).length]));
  const memory = candidates.reduce((sum, { length }) => sum + length, 0) / candidates.length;
  return {
    statistics: async (_agentId, terms) => ({
      ...{ documents: candidates.length, artifacts: 0, averageLength: { memory, artifact: 0 } },
      documentFrequency: counts(postings, terms),
      reach: counts(reached, terms),
    }),
    candidates: async (_population, { terms }) => [...new Set(terms.flatMap((term) => reached.get(term) ?? []))],
    turns: async (_population, turns) =>
      turns.flatMap(({ sessionId, position }) => byTurn.get(`${position} ${sessionId}`) ?? []),
    memories: async (_population, ids) => candidates.filter(({ id }) => ids.includes(id)),
    newest: async () => [],
    nearest: async () => [],
    compiledFrom: async () => [],
    sessionNotes: async () => ({ sessions: [], scopes: [] }),
    texts: async (ids) =>
      new Map(
        ids.map((id) => [id, { text: bodies.get(id), outcome: null, place: { namespaceId: null, agentId: null } }]),
      ),
  };
}
