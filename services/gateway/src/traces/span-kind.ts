import { textOf } from './attributes.ts';
import type { ReceivedSpan } from './received-span.ts';

/** `tool`: one tool was run. `model` and `agent` can hold messages. `other` is left out. */
export type SpanKind = 'tool' | 'model' | 'agent' | 'other';

const MODEL_OPERATIONS = new Set(['chat', 'text_completion', 'generate_content', 'completion']);
const KINDS: Readonly<Record<string, SpanKind>> = {
  tool: 'tool',
  llm: 'model',
  agent: 'agent',
  workflow: 'agent',
};
const AI_SDK_MODEL = /^ai\.(?:generate|stream)(?:Text|Object)(?:$|\.)/;

/** What a span is about, by the attributes of OpenTelemetry, OpenInference, OpenLLMetry or the AI SDK. */
export function kindOf({ attributes, name, events }: ReceivedSpan): SpanKind {
  const operation = textOf(attributes, ['gen_ai.operation.name']);
  if (operation === 'execute_tool') return 'tool';
  if (operation !== undefined && MODEL_OPERATIONS.has(operation)) return 'model';
  if (operation !== undefined && /^(?:invoke|create)_agent$|^invoke_/.test(operation)) return 'agent';
  const kind = textOf(attributes, ['openinference.span.kind', 'traceloop.span.kind'])?.toLowerCase();
  if (kind !== undefined) return KINDS[kind] ?? 'other';
  const aiOperation = textOf(attributes, ['ai.operationId']) ?? name;
  if (aiOperation === 'ai.toolCall') return 'tool';
  if (AI_SDK_MODEL.test(aiOperation)) return 'model';
  const request = textOf(attributes, ['llm.request.type']);
  if (request !== undefined) return MODEL_OPERATIONS.has(request) ? 'model' : 'other';
  const speaks = attributes.has('gen_ai.system') || attributes.has('gen_ai.provider.name');
  return operation === undefined && speaks && events.some((event) => event.name.startsWith('gen_ai.'))
    ? 'model'
    : 'other';
}
