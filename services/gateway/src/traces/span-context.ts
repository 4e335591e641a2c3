import { textOf, valueOf } from './attributes.ts';
import type { ReceivedSpan } from './received-span.ts';

/** Whose and where the events of a span are. */
export interface SpanContext {
  readonly sessionId: string;
  /** Whether nothing names a session, so that the trace is one. */
  readonly isTrace: boolean;
  readonly agentId: string | undefined;
  readonly userId: string | undefined;
  /** Whether the program that sent it wants nothing to be learned for everybody, and no end user is known. */
  readonly lacksUser: boolean;
  readonly namespaceId: string | undefined;
  readonly taskId: string | undefined;
  readonly tags: readonly string[];
}

const NAMES = {
  session: [
    'gen_ai.conversation.id',
    'session.id',
    'langfuse.session.id',
    'traceloop.association.properties.session_id',
    'ai.telemetry.metadata.sessionId',
  ],
  user: [
    'user.id',
    'enduser.id',
    'langfuse.user.id',
    'traceloop.association.properties.user_id',
    'ai.telemetry.metadata.userId',
  ],
  agent: ['gen_ai.agent.name', 'gen_ai.agent.id', 'agent.name'],
  namespace: ['strata.namespace.id'],
  task: ['strata.task.id'],
} as const;

type Part = keyof typeof NAMES;
const PARTS = Object.keys(NAMES) as Part[];
const USER_REQUIRED = 'strata.user.required';
const TAGS = ['tag.tags', 'langfuse.trace.tags', 'ai.telemetry.metadata.tags'];
const MAX_TAGS = 50;
const MAX_TAG = 100;
/** What the SDKs send for a program without a name. */
const UNNAMED = /^unknown_service(?::|$)/;

/**
 * The context of each span of one export. What a span does not say itself comes from the spans around it, then from the others
 * of its trace if they agree, then from the program that sent it. Only the export itself is looked at, so that sending it again
 * gives the same.
 */
export function* contextsOf(spans: readonly ReceivedSpan[]): Generator<undefined, (span: ReceivedSpan) => SpanContext> {
  const byId = new Map(spans.map((span) => [idOf(span.traceId, span.spanId), span]));
  const stated = new Map<ReceivedSpan, Readonly<Partial<Record<Part, string>>>>();
  const agreed = new Map<string, Partial<Record<Part, string | null>>>();
  for (const span of spans) {
    yield;
    inherit(span, byId, stated);
    const trace = agreed.get(span.traceId) ?? {};
    agreed.set(span.traceId, trace);
    for (const part of PARTS) {
      const value = textOf(span.attributes, NAMES[part]);
      if (value !== undefined) trace[part] = (trace[part] ?? value) === value && trace[part] !== null ? value : null;
    }
  }
  return (span) => {
    const own = stated.get(span) ?? {};
    const trace = agreed.get(span.traceId) ?? {};
    const find = (part: Part): string | undefined => own[part] ?? textOf(span.resource, NAMES[part]);
    const ofTrace = (part: Part): string | undefined => own[part] ?? trace[part] ?? textOf(span.resource, NAMES[part]);
    const session = ofTrace('session');
    const userId = ofTrace('user');
    const service = textOf(span.resource, ['service.name']);
    return {
      sessionId: session ?? span.traceId,
      isTrace: session === undefined,
      agentId: find('agent') ?? (service === undefined || UNNAMED.test(service) ? undefined : service),
      userId,
      lacksUser: userId === undefined && isTrue(span.resource.get(USER_REQUIRED)),
      namespaceId: ofTrace('namespace'),
      taskId: ofTrace('task'),
      tags: tagsOf(span),
    };
  };
}

/** Resource attributes of the environment are texts. */
const isTrue = (value: unknown): boolean => value === true || value === 'true';

const idOf = (traceId: string, spanId: string): string => `${traceId} ${spanId}`;

/** What a span states, or the nearest span around it. Each span is visited once, however long the chain of parents. */
function inherit(
  span: ReceivedSpan,
  byId: ReadonlyMap<string, ReceivedSpan>,
  stated: Map<ReceivedSpan, Readonly<Partial<Record<Part, string>>>>,
): void {
  const chain: ReceivedSpan[] = [];
  const seen = new Set<ReceivedSpan>();
  let at: ReceivedSpan | undefined = span;
  while (at !== undefined && !stated.has(at) && !seen.has(at)) {
    chain.push(at);
    seen.add(at);
    at = at.parentSpanId === undefined ? undefined : byId.get(idOf(at.traceId, at.parentSpanId));
  }
  let above = at === undefined ? {} : (stated.get(at) ?? {});
  for (const each of chain.reverse()) {
    const own = PARTS.map((part) => [part, textOf(each.attributes, NAMES[part])] as const);
    above = { ...above, ...Object.fromEntries(own.filter(([, value]) => value !== undefined)) };
    stated.set(each, above);
  }
}

function tagsOf({ attributes, resource }: ReceivedSpan): string[] {
  const value = valueOf(attributes, TAGS) ?? valueOf(resource, TAGS);
  const tags = Array.isArray(value) ? value.filter((tag): tag is string => typeof tag === 'string') : [];
  return [...new Set(tags)].filter((tag) => tag !== '' && tag.length <= MAX_TAG).slice(0, MAX_TAGS);
}
