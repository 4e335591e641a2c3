import { context, SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';

export type Encoding = 'JSON' | 'protobuf';

/** The exporter of OpenTelemetry's SDK, as two environment variables would set it up. */
export function exporterTo(base: string, encoding: Encoding, key: string, gzip = false): SpanExporter {
  const Exporter = encoding === 'JSON' ? JsonExporter : ProtobufExporter;
  return new Exporter({
    url: `${base}/v1/otlp/v1/traces`,
    headers: { authorization: `Bearer ${key}` },
    compression: (gzip ? 'gzip' : 'none') as never,
    timeoutMillis: 30_000,
  });
}

/** Exports spans with the SDK, and returns its error, if any. */
export const exportSpans = (exporter: SpanExporter, spans: ReadableSpan[]): Promise<Error | undefined> =>
  new Promise((resolve) => exporter.export(spans, ({ error }) => resolve(error)));

type Part = Readonly<Record<string, unknown>>;
const message = (role: string, ...parts: Part[]) => ({ role, parts });
const said = (content: string): Part => ({ type: 'text', content });

export interface AgentRun {
  readonly spans: ReadableSpan[];
  readonly traceId: string;
}

/** Calls of a model in a trace of its own each; a call is sent the texts of a conversation so far. */
export async function recordChats(
  histories: readonly (readonly string[])[],
  attributes: Attributes,
  error?: string,
): Promise<AgentRun> {
  const memory = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(memory)] });
  for (const history of histories) {
    const messages = history.map((content, at) => message(at % 2 === 0 ? 'assistant' : 'user', said(content)));
    const span = provider.getTracer('test').startSpan('chat', {
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.input.messages': JSON.stringify(messages),
        ...attributes,
      },
    });
    if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
    span.end();
  }
  const spans = memory.getFinishedSpans();
  await provider.shutdown();
  return { spans, traceId: spans[0]?.spanContext().traceId ?? '' };
}

/**
 * The spans of a run of an agent by OpenTelemetry's conventions, in the order in which they end: it asks a model, calls a tool
 * that fails and one that works, asks again with the whole history each time, and an HTTP request is under way in between.
 */
export async function recordAgentRun(attributes: Attributes = {}): Promise<AgentRun> {
  const memory = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'support-desk' }),
    spanProcessors: [new SimpleSpanProcessor(memory)],
  });
  const tracer = provider.getTracer('test');
  let at = Date.now() - 60_000;
  const later = (): number => (at += 100);
  const within = (parent: Span | undefined, name: string, own: Attributes, run?: (span: Span) => void): void => {
    const around = parent === undefined ? context.active() : trace.setSpan(context.active(), parent);
    const span = tracer.startSpan(name, { startTime: later(), attributes: { ...own, ...attributes } }, around);
    run?.(span);
    span.end(later());
  };
  const question = message('user', said('Ship order 4711 to my office, please. I always want express delivery.'));
  const callOf = (id: string, name: string, input: object): Part => ({ type: 'tool_call', id, name, arguments: input });
  const resultOf = (id: string, response: unknown): Part => ({ type: 'tool_call_response', id, response });
  const chat = (parent: Span, input: unknown[], output: unknown): void =>
    within(parent, 'chat gpt-5', {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.system_instructions': JSON.stringify([said('You are a support agent.')]),
      'gen_ai.input.messages': JSON.stringify(input),
      'gen_ai.output.messages': JSON.stringify([output]),
    });
  const tool = (parent: Span, id: string, name: string, input: object, run: (span: Span) => void): void =>
    within(
      parent,
      `execute_tool ${name}`,
      {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': name,
        'gen_ai.tool.call.id': id,
        'gen_ai.tool.call.arguments': JSON.stringify(input),
      },
      run,
    );
  let traceId = '';
  within(
    undefined,
    'invoke_agent support',
    { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'support' },
    (root) => {
      traceId = root.spanContext().traceId;
      const first = message(
        'assistant',
        said('I will look for a courier.'),
        callOf('call_1', 'book_courier', { order: 4711 }),
      );
      chat(root, [question], { ...first, finish_reason: 'tool_call' });
      tool(root, 'call_1', 'book_courier', { order: 4711 }, (span) => {
        span.recordException(new Error('the courier has no capacity today'));
        span.setStatus({ code: SpanStatusCode.ERROR, message: 'the courier has no capacity today' });
      });
      within(root, 'GET', { 'http.request.method': 'GET', 'url.full': 'https://couriers.example/list' });
      const failed = message('tool', resultOf('call_1', 'Error: the courier has no capacity today'));
      const second = message('assistant', callOf('call_2', 'book_express', { order: 4711 }));
      chat(root, [question, first, failed], { ...second, finish_reason: 'tool_call' });
      tool(root, 'call_2', 'book_express', { order: 4711 }, (span) => {
        span.setAttribute('gen_ai.tool.call.result', JSON.stringify({ tracking: 'EX-99' }));
        span.setStatus({ code: SpanStatusCode.OK });
      });
      const booked = message('tool', resultOf('call_2', { tracking: 'EX-99' }));
      const last = message('assistant', said('Order 4711 goes out by express with tracking number EX-99.'));
      chat(root, [question, first, failed, second, booked], { ...last, finish_reason: 'stop' });
    },
  );
  const spans = memory.getFinishedSpans();
  await provider.shutdown();
  return { spans, traceId };
}
