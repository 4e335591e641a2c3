import { isRecord, type JsonRecord } from '../text/json.ts';
import { maskText } from '../text/mask.ts';
import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import { pickRules } from '../rule-sentences/pick-rules.ts';
import type { Step } from '../types.ts';
import { readActivity, readCallId, type Activity } from './read-activity.ts';
import { readMessage } from './read-message.ts';
import { namedValues } from './named-values.ts';
import { namesInFields, namesInMessage } from './names-in-event.ts';
import { readOutcome, readVerdict } from './read-outcome.ts';
import { argumentShape, messageIds, messageValues, resultFacts, resultShape, resultValues } from './value-shapes.ts';

const TEXT_LIMIT = 200;

/** Steps whose fields name records; commands, pages and files name what everybody works with. */
const NAMING_KINDS: ReadonlySet<Step['kind']> = new Set(['call', 'result', 'api']);

type Place = Pick<Step, 'eventId' | 'seq' | 'at' | 'by' | 'task' | 'user' | 'tags'>;

function activityStep(place: Place, activity: Activity, payload: JsonRecord): Step {
  const { kind, tool, input, output, command, edits } = activity;
  const step: Step = { ...place, kind, ...(tool === null ? {} : { tool }) };
  if (kind === 'call' || kind === 'result') Object.assign(step, readCallId(payload));
  const args = argumentShape(input);
  if (args !== undefined && kind !== 'result' && command === null) step.args = args;
  if (command !== null)
    step.command = { line: command.line, name: command.name, ...(command.looks ? { looks: true as const } : {}) };
  if (edits.length > 0) step.edits = edits;
  if (NAMING_KINDS.has(kind) && command === null) {
    const fields = kind === 'call' ? input : [input, output];
    const named = namedValues(fields);
    if (named !== undefined) step.named = named;
    const names = named === undefined ? undefined : namesInFields(fields);
    if (names !== undefined) step.names = names;
  }
  if (kind === 'call') return step;
  Object.assign(step, readOutcome(payload, output, kind === 'command' || kind === 'test'));
  if (kind === 'result' && step.outcome === 'ok' && step.stated === undefined) {
    const { error } = readOutcome(payload, output, true);
    if (error !== undefined) step.said = error;
  }
  if (kind !== 'test' && kind !== 'edit') step.shape = resultShape(output);
  if (step.outcome === 'error') return step;
  const facts = resultFacts(output);
  if (facts !== undefined) step.facts = facts;
  const values = kind === 'result' || kind === 'api' ? resultValues(output) : undefined;
  if (values !== undefined) step.values = values;
  return step;
}

/** The steps of one event: usually one, several if a message contains tool blocks. */
export function makeSteps(event: ClaimedEvent): Step[] {
  const tags = event.tags.length === 0 ? {} : { tags: [...event.tags] };
  const by = event.writer === null ? {} : { by: event.writer.actorId };
  const task = event.taskId === null ? {} : { task: event.taskId };
  const user = event.userId === null ? {} : { user: event.userId };
  const place: Place = { eventId: event.id, seq: event.seq, at: event.occurredAt, ...by, ...task, ...user, ...tags };
  const payload: JsonRecord = isRecord(event.payload) ? event.payload : {};
  if (event.type !== 'message') {
    const step = activityStep(place, readActivity(event.type, event.payload), payload);
    const verdict = readVerdict(payload);
    return [verdict === undefined ? step : { ...step, verdict: true, outcome: verdict ? 'ok' : 'error', stated: true }];
  }
  const message = readMessage(event.payload);
  const steps: Step[] = [];
  const verdict = readVerdict(payload);
  if (message.text !== '' || verdict !== undefined) {
    const values = messageValues(message.text);
    const ids = messageIds(message.text);
    const rules = pickRules(message.text);
    const names = namesInMessage(message);
    steps.push({
      ...place,
      kind: 'message',
      ...(message.role === null ? {} : { actor: message.role }),
      ...(verdict === undefined ? {} : { verdict: true, outcome: verdict ? 'ok' : 'error', stated: true }),
      ...(values === undefined ? {} : { values }),
      ...(ids === undefined ? {} : { ids }),
      ...(rules.length === 0 ? {} : { rules }),
      ...(names === undefined ? {} : { names }),
      text: maskText(message.text, TEXT_LIMIT),
    });
  }
  for (const block of message.results) steps.push(activityStep(place, readActivity('tool_result', block), block));
  for (const block of message.calls) steps.push(activityStep(place, readActivity('tool_call', block), block));
  return steps;
}
