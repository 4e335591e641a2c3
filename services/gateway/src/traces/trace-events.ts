import { addToGroup } from '@strata/kernel/add-to-group';
import type { EventInput } from '@strata/contracts/schemas/event';
import { createHash } from 'node:crypto';
import { configure } from 'safe-stable-stringify';
import type { ChatMessage, ToolCall } from './chat-message.ts';
import type { ReceivedSpan } from './received-span.ts';
import { contextsOf, type SpanContext } from './span-context.ts';
import { kindOf, type SpanKind } from './span-kind.ts';
import { readSpanMessages, type SpanMessages } from './span-messages.ts';
import { errorOf, readToolSpan, type ToolRun } from './tool-span.ts';

/** An event of a span. */
export interface TraceEvent {
  readonly event: EventInput;
  readonly span: ReceivedSpan;
}

export interface TraceEvents {
  /** Each once, in the order in which things happened. */
  readonly events: readonly TraceEvent[];
  /** Spans of models, agents and tools of which something cannot be read or taken, with the reason. */
  readonly faults: ReadonlyMap<ReceivedSpan, string>;
}

/** Of one export. An exporter sends 512 spans at once, unless it is told otherwise. */
const MAX_EVENTS = 20_000;
const TOO_MANY = `One export can hold at most ${String(MAX_EVENTS)} messages and tool calls`;

const NO_USER = 'The span names no end user, and strata.user.required is set';

const canonical = configure({ deterministic: true, bigint: false, circularValue: Error });

/**
 * The events of the spans of one export. A message has the same key in every span that repeats it: its session, role, text, and
 * how many equal ones came before it in its conversation. A tool call has the key of its id, and so has its result, whether a
 * tool's own span reports it or a message. A tool's own span is preferred, because it knows times and errors.
 */
export function* eventsOfSpans(spans: readonly ReceivedSpan[]): Generator<undefined, TraceEvents> {
  const contextOf = yield* contextsOf(spans);
  const faults = new Map<ReceivedSpan, string>();
  const conversations: [ReceivedSpan, SpanMessages][] = [];
  const tools: [ReceivedSpan, ToolRun][] = [];
  const kinds = new Map<ReceivedSpan, SpanKind>();
  for (const span of spans) {
    yield;
    const kind = kindOf(span);
    kinds.set(span, kind);
    try {
      if (kind !== 'other' && contextOf(span).lacksUser) faults.set(span, NO_USER);
      else if (kind === 'tool') {
        const run = readToolSpan(span);
        if (run === undefined) faults.set(span, 'The span of a tool does not name it');
        else tools.push([span, run]);
      } else if (kind !== 'other') {
        const messages = yield* readSpanMessages(span);
        if (messages !== undefined) conversations.push([span, messages]);
      }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      faults.set(span, error.message);
    }
  }
  const events = new EventsByKey((span) => faults.set(span, TOO_MANY));
  const adopted = new CallIds();
  for (const [span, messages] of conversations) {
    yield;
    const conversation = new Conversation(span, contextOf(span), events);
    for (const message of messages.input) {
      yield;
      conversation.add(message, span.startedAt);
    }
    for (const message of messages.output) conversation.add(message, span.endedAt ?? span.startedAt);
    for (const call of [...messages.input, ...messages.output].flatMap(({ calls }) => calls)) adopted.offer(span, call);
  }
  const known = new Set(tools.flatMap(([span, { id }]) => (id === undefined ? [] : [`${span.traceId} ${id}`])));
  for (const [span, run] of tools) {
    yield;
    addToolRun(span, { ...run, id: run.id ?? adopted.take(span, run, known) }, contextOf(span), events);
  }
  const tracesWithEvents = new Set(events.all().map(({ span }) => span.traceId));
  for (const span of spans) {
    const isRoot = span.parentSpanId === undefined;
    const kind = kinds.get(span) ?? 'other';
    if (contextOf(span).lacksUser) continue;
    if (isRoot && (kind !== 'other' || tracesWithEvents.has(span.traceId))) addEnd(span, kind, contextOf(span), events);
  }
  return {
    events: events.all().sort((a, b) => timeOf(a) - timeOf(b)),
    faults,
  };
}

const timeOf = ({ event }: TraceEvent): number => Date.parse(event.metadata?.occurredAt ?? '') || 0;

class EventsByKey {
  readonly #events = new Map<string, TraceEvent>();
  readonly #onFull: (span: ReceivedSpan) => void;

  /** @param onFull called with a span that has another event when there are too many */
  constructor(onFull: (span: ReceivedSpan) => void) {
    this.#onFull = onFull;
  }

  /** Adds an event, in place of another with the same key if it `isBetter`. */
  add(span: ReceivedSpan, event: EventInput & { readonly idempotencyKey: string }, isBetter: boolean): void {
    const isKnown = this.#events.has(event.idempotencyKey);
    if (!isKnown && this.#events.size === MAX_EVENTS) this.#onFull(span);
    else if (isBetter || !isKnown) this.#events.set(event.idempotencyKey, { event, span });
  }

  all(): TraceEvent[] {
    return [...this.#events.values()];
  }
}

/** The messages of one span, in their order. */
class Conversation {
  readonly #span: ReceivedSpan;
  readonly #context: SpanContext;
  readonly #events: EventsByKey;
  readonly #counts = new Map<string, number>();
  readonly #toolOfCall = new Map<string, string>();

  constructor(span: ReceivedSpan, context: SpanContext, events: EventsByKey) {
    this.#span = span;
    this.#context = context;
    this.#events = events;
  }

  add({ role, text, calls, results }: ChatMessage, at: Date | undefined): void {
    if (text !== '') this.#put('message', [role, text], { role, content: text }, at);
    for (const { id, name, input } of calls) {
      if (id !== undefined) this.#toolOfCall.set(id, name);
      const identity = id === undefined ? [name, input] : [id];
      this.#put('tool_call', identity, { tool_name: name, input, ...callId(id) }, at);
    }
    for (const { id, name = this.#toolOfCall.get(id ?? ''), output, hasFailed } of results) {
      const payload = {
        ...(name === undefined ? {} : { tool_name: name }),
        output,
        ...(hasFailed ? { success: false } : {}),
        ...callId(id),
      };
      this.#put('tool_result', id === undefined ? [name, output] : [id], payload, at);
    }
  }

  #put(type: EventInput['type'], identity: unknown[], payload: unknown, at: Date | undefined): void {
    const same = JSON.stringify([type, canonical(identity)]);
    const count = this.#counts.get(same) ?? 0;
    this.#counts.set(same, count + 1);
    const event = eventOf(this.#span, this.#context, type, [...identity, count], payload, at);
    this.#events.add(this.#span, event, false);
  }
}

const callId = (id: string | undefined) => (id === undefined ? {} : { tool_call_id: id });

function addToolRun(span: ReceivedSpan, run: ToolRun, context: SpanContext, events: EventsByKey): void {
  const { id, name, input, output, success, error } = run;
  const identity = id === undefined ? ['span', span.traceId, span.spanId] : [id, 0];
  const call = { tool_name: name, input, ...callId(id) };
  const result = {
    tool_name: name,
    ...(error === undefined || output !== null ? { output } : {}),
    ...(success === undefined ? {} : { success }),
    ...(error === undefined ? {} : { error }),
    ...callId(id),
  };
  events.add(span, eventOf(span, context, 'tool_call', identity, call, span.startedAt), true);
  events.add(span, eventOf(span, context, 'tool_result', identity, result, span.endedAt ?? span.startedAt), true);
}

/** The end of a trace that is a session. Only an error of its root says how the session ended. */
function addEnd(span: ReceivedSpan, kind: SpanKind, context: SpanContext, events: EventsByKey): void {
  if (!context.isTrace) return;
  const hasFailed = span.status === 'error' && kind !== 'other';
  const error = hasFailed ? errorOf(span) : undefined;
  const payload = {
    role: 'system',
    content: `${span.name} ${hasFailed ? 'failed' : 'ended'}`,
    ...(hasFailed ? { resolved: false } : {}),
    ...(error === undefined ? {} : { error }),
  };
  const at = span.endedAt ?? span.startedAt;
  const event = eventOf(span, context, 'message', ['end', span.spanId], payload, at);
  events.add(span, { ...event, metadata: { ...event.metadata, sessionEnd: true } }, true);
}

function eventOf(
  { traceId, spanId }: ReceivedSpan,
  context: SpanContext,
  type: EventInput['type'],
  identity: readonly unknown[],
  payload: unknown,
  at: Date | undefined,
): EventInput & { readonly idempotencyKey: string } {
  const { sessionId, agentId, userId, namespaceId, taskId, tags } = context;
  const key = canonical([sessionId, type, ...identity]);
  return {
    type,
    sessionId,
    payload: payload as EventInput['payload'],
    metadata: {
      ...(agentId === undefined ? {} : { agentId }),
      ...(userId === undefined ? {} : { userId }),
      ...(namespaceId === undefined ? {} : { namespaceId }),
      ...(taskId === undefined ? {} : { taskId }),
      ...(tags.length === 0 ? {} : { tags: [...tags] }),
      ...(at === undefined ? {} : { occurredAt: at.toISOString() }),
      traceId,
      spanId,
    },
    idempotencyKey: `otlp ${createHash('sha256').update(key).digest('base64url')}`,
  };
}

/** The ids of calls in messages, for spans of tools that say only what was called. */
class CallIds {
  readonly #free = new Map<string, string[]>();
  readonly #offered = new Set<string>();

  offer({ traceId }: ReceivedSpan, { id, name, input }: ToolCall): void {
    if (id === undefined || this.#offered.has(`${traceId} ${id}`)) return;
    this.#offered.add(`${traceId} ${id}`);
    addToGroup(this.#free, keyOfCall(traceId, name, input), id);
  }

  /** The first id of an equal call in the trace that no span has. `taken` holds `<trace> <id>`. */
  take({ traceId }: ReceivedSpan, { name, input }: ToolRun, taken: Set<string>): string | undefined {
    const ids = this.#free.get(keyOfCall(traceId, name, input)) ?? [];
    const found = ids.find((id) => !taken.has(`${traceId} ${id}`));
    if (found !== undefined) taken.add(`${traceId} ${found}`);
    return found;
  }
}

const keyOfCall = (traceId: string, name: string, input: unknown): string => canonical([traceId, name, input]);
