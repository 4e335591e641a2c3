import type { Act, Found } from '../acts/act.ts';
import { isRecord, listIn, parsedJson, recordIn, textIn, type JsonRecord } from '../acts/json.ts';
import { jsonElements } from '../files/json-elements.ts';
import type { RecordTally } from './record-tally.ts';
import type { SessionSource, WholeSession } from './source.ts';

const LEFT_OUT = new Set([
  ...['thoughts', 'reasoning_recap', 'user_editable_context', 'model_editable_context', 'tether_browsing_display'],
  ...['system_error', 'app_pairing_content', 'computer_output'],
]);
const TEXTS = new Set(['text', 'multimodal_text', 'code', 'execution_output', 'tether_quote']);

/** The messages of the branch that is shown, the first one first: from `current_node` up, or from the newest if there is none. */
function shownBranch(conversation: JsonRecord): JsonRecord[] {
  const mapping = recordIn(conversation, 'mapping');
  const nodeOf = (id: unknown): JsonRecord | undefined =>
    typeof id === 'string' && Object.hasOwn(mapping, id) && isRecord(mapping[id]) ? mapping[id] : undefined;
  const timeOf = (node: unknown): number => {
    const time = isRecord(node) ? recordIn(node, 'message')['create_time'] : undefined;
    return typeof time === 'number' ? time : 0;
  };
  const newest = Object.values(mapping).reduce<unknown>(
    (best, node) => (best === undefined || timeOf(node) >= timeOf(best) ? node : best),
    undefined,
  );
  const messages: JsonRecord[] = [];
  const seen = new Set<JsonRecord>();
  let node = nodeOf(conversation['current_node']) ?? (isRecord(newest) ? newest : undefined);
  while (node !== undefined && !seen.has(node)) {
    seen.add(node);
    if (isRecord(node['message'])) messages.push(node['message']);
    node = nodeOf(node['parent']);
  }
  return messages.reverse();
}

function textOf(content: JsonRecord): string {
  const parts = listIn(content, 'parts').map((part) =>
    typeof part === 'string' ? part : isRecord(part) ? (textIn(part, 'text') ?? '') : '',
  );
  return (parts.length > 0 ? parts.filter((part) => part !== '').join('\n') : (textIn(content, 'text') ?? '')).trim();
}

function* readBranch(sessionId: string, branch: readonly JsonRecord[], tally: RecordTally): Generator<Found> {
  let call: { readonly id: string; readonly tool: string } | undefined;
  for (const message of branch) {
    const id = textIn(message, 'id') ?? 'unnamed';
    const role = textIn(recordIn(message, 'author'), 'role') ?? 'nobody';
    const content = recordIn(message, 'content');
    const type = textIn(content, 'content_type') ?? 'without type';
    const metadata = recordIn(message, 'metadata');
    const at = message['create_time'];
    const model = textIn(metadata, 'resolved_model_slug', 'model_slug');
    const found = (act: Act): Found => ({
      act,
      key: id,
      session: { sessionId, ...(model === undefined ? {} : { model }) },
      ...(typeof at === 'number' ? { at } : {}),
    });
    const text = textOf(content);
    const recipient = textIn(message, 'recipient') ?? 'all';
    const name = textIn(recordIn(message, 'author'), 'name');
    if (LEFT_OUT.has(type)) tally.leftOut(type);
    else if (!TEXTS.has(type)) tally.unknown(`content ${type}`);
    else if (role === 'system' || role === 'developer') tally.leftOut(`${role} message`);
    else if (metadata['is_visually_hidden_from_conversation'] === true && role !== 'tool')
      tally.leftOut('hidden message');
    else if (text === '') tally.leftOut('message without text');
    else if (role === 'tool') {
      const tool = name ?? call?.tool;
      const known = tool === undefined ? {} : { tool };
      yield found({ kind: 'result', ...known, callId: call?.id ?? id, output: text });
    } else if (role === 'assistant' && recipient !== 'all') {
      call = { id, tool: recipient };
      yield found({ kind: 'call', tool: recipient, callId: id, input: toolInput(text) });
    } else if (role === 'user' || role === 'assistant') yield found({ kind: 'message', role, text });
    else tally.unknown(`message of ${role}`);
  }
}

/** JSON arguments as they are; code and queries as one text. */
function toolInput(text: string): unknown {
  const value = parsedJson(text);
  return isRecord(value) ? value : { input: text };
}

async function* sessions(path: string, tally: RecordTally): AsyncGenerator<WholeSession> {
  for await (const text of jsonElements(path)) {
    const conversation = text === undefined ? undefined : parsedJson(text);
    if (text !== undefined && conversation === undefined) {
      tally.unknown('conversation that is no valid JSON');
      continue;
    }
    const id = isRecord(conversation) ? textIn(conversation, 'conversation_id', 'id') : undefined;
    if (!isRecord(conversation) || id === undefined || !isRecord(conversation['mapping'])) {
      tally.unknown(text === undefined ? 'conversation that is too large' : 'element that is no conversation');
      continue;
    }
    const branch = shownBranch(conversation);
    const mark = `${String(conversation['update_time'])}/${String(conversation['current_node'])}/${String(branch.length)}`;
    yield { id, mark, read: (records) => readBranch(id, branch, records) };
  }
}

/** The export of an account of ChatGPT: `conversations.json`. */
export const chatgpt: SessionSource = {
  kind: 'sessions',
  pattern: { depth: 1, matches: (path) => /(?:^|\/)conversations[^/]*\.json$/.test(path) },
  sessions,
};
