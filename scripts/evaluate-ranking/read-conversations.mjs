import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DemoError } from '../demo/demo-error.mjs';

/**
 * @typedef {{id: string, session: string, at: string | undefined, speaker: string, text: string}} Message
 * @typedef {{text: string, gold: string[]}} Question `gold`: ids of the messages that answer it; none if nothing does
 * @typedef {{name: string, messages: Message[], questions: Question[]}} Conversation
 */

/**
 * Reads a file of LoCoMo or a folder of BEAM. Throws a {@link DemoError} that says what is wrong with it.
 * @param {string} path
 * @returns {Conversation[]}
 */
export function readConversations(path) {
  if (!existsSync(path)) throw new DemoError(`No such file or folder: ${path}`);
  const found = statSync(path).isDirectory() ? readBeamFolder(path) : readLocomo(readJson(path));
  if (found.length === 0) throw new DemoError(`No conversations in ${path}`);
  return found;
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

const readBeamFolder = (path) =>
  readdirSync(path)
    .filter((name) => existsSync(join(path, name, 'chat.json')))
    .map((name) =>
      readBeam(
        name,
        readJson(join(path, name, 'chat.json')),
        readJson(join(path, name, 'probing_questions', 'probing_questions.json')),
      ),
    );

/** One chat of BEAM: batches of turns, and questions by ability. */
export function readBeam(name, batches, probing) {
  const messages = batches.flatMap((batch, at) =>
    batch.turns.flat().map(({ id, role, content }) => ({
      id: String(id),
      session: `${name}-${at + 1}`,
      at: dayOf(batch.time_anchor ?? batch.turns.flat().find((turn) => turn.time_anchor)?.time_anchor),
      speaker: role,
      // The generator marks the end of a request.
      text: content.replace(/\s*->\s*->[\d.,\s]*(?:N\/A)?\)?$/, '').trim(),
    })),
  );
  const known = new Set(messages.map(({ id }) => id));
  const questions = Object.values(probing).flatMap((list) =>
    list.map((one) => ({
      text: one.question,
      gold: [...new Set(idsIn(one.source_chat_ids))].filter((id) => known.has(id)),
    })),
  );
  return { name: `chat ${name}`, messages, questions };
}

function idsIn(value) {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (value !== null && typeof value === 'object') return Object.values(value).flatMap(idsIn);
  return value === null || value === undefined ? [] : [String(value)];
}

/** Conversations of LoCoMo. Left out: questions of category 5, which have no answer there, and those that name no turn. */
export const readLocomo = (rows) =>
  rows.map(({ sample_id: name, conversation, qa }) => {
    const sessions = Object.keys(conversation).filter((key) => /^session_\d+$/.test(key));
    const messages = sessions.flatMap((session) =>
      conversation[session].map(({ dia_id: id, speaker, text, blip_caption: caption }) => ({
        id,
        session: `${name}-${session}`,
        at: dayOf(conversation[`${session}_date_time`]),
        speaker,
        text: caption ? `${text} [image: ${caption}]` : text,
      })),
    );
    const known = new Set(messages.map(({ id }) => id));
    const questions = qa
      .filter(({ category }) => category !== 5)
      .map(({ question, evidence }) => ({ text: question, gold: evidence.filter((id) => known.has(id)) }))
      .filter(({ gold }) => gold.length > 0);
    return { name, messages, questions };
  });

/** The moment in `March-15-2024` or `1:56 pm on 8 May, 2023`, in ISO 8601; undefined without one. */
function dayOf(text) {
  const at = Date.parse(
    `${String(text)
      .replace(/^.* on /, '')
      .replaceAll('-', ' ')
      .replace(',', '')} UTC`,
  );
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
