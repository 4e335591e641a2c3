import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { Bus } from '../../src/bus/bus.ts';
import { activeFields } from '../../src/tracing/trace-context.ts';
import { CONTEXT, newAnnouncement, newCall, newCommand, until } from './bus-fixture.ts';

const CLIENT = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };

const inTrace = (digit: string, flags = '01'): RequestContext => ({
  ...CONTEXT,
  traceparent: `00-${digit.repeat(32)}-${digit.repeat(16)}-${flags}`,
});
const withoutTrace: RequestContext = { ...CONTEXT, traceparent: undefined };

/** What every transport records of messages, and how a trace goes on with them. */
export function describeTraces(open: () => Bus): void {
  let memory: InMemorySpanExporter;
  let provider: NodeTracerProvider;
  beforeEach(() => {
    memory = new InMemorySpanExporter();
    provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(memory)] });
    provider.register({ propagator: null });
  });
  afterEach(async () => {
    await provider.shutdown();
    trace.disable();
    context.disable();
  });

  const spans = () =>
    memory.getFinishedSpans().map((span) => ({
      name: span.name,
      kind: SpanKind[span.kind],
      ...span.spanContext(),
      parent: span.parentSpanContext?.spanId,
      links: span.links.map(({ context: linked }) => linked.traceId),
      status: span.status.code,
      attributes: span.attributes,
    }));
  const spanOf = (kind: string, at = 0) => {
    const found = spans().filter((span) => span.kind === kind)[at];
    if (found === undefined) throw new Error(`There is no span ${kind} ${String(at)}`);
    return found;
  };

  test('a call is a span of its caller, and below it one of its server', async () => {
    const bus = open();
    const contract = newCall();
    const seen: unknown[] = [];
    await bus.serve(contract, ({ value }) => {
      seen.push(activeFields());
      return Promise.resolve({ value: value * 2 });
    });
    await bus.call(contract, { value: 21 }, CONTEXT);
    const [client, server] = [spanOf('CLIENT'), spanOf('SERVER')];
    expect(client).toMatchObject({ name: `vault/${contract.name}`, traceId: CLIENT.traceId, parent: CLIENT.spanId });
    expect(server).toMatchObject({ name: client.name, traceId: CLIENT.traceId, parent: client.spanId });
    expect(server.attributes).toMatchObject({ 'rpc.method': client.name });
    expect(seen).toEqual([{ traceId: CLIENT.traceId, spanId: server.spanId }]);
  });

  test('an error of a request is one of its caller, and no failure of its server', async () => {
    const bus = open();
    const contract = newCall();
    await bus.serve(contract, () => Promise.reject(notFound('The thing')));
    await expect(bus.call(contract, { value: 1 }, CONTEXT)).rejects.toMatchObject({ code: 'not_found' });
    expect(spanOf('CLIENT')).toMatchObject({
      status: SpanStatusCode.ERROR,
      attributes: { 'error.type': 'not_found' },
    });
    expect(spanOf('SERVER')).toMatchObject({ status: SpanStatusCode.UNSET, attributes: { 'error.type': 'not_found' } });
  });

  test('each attempt at a command is a span below the one that sent it', async () => {
    const bus = open();
    const contract = newCommand();
    let attempts = 0;
    await bus.consume(contract, () => {
      attempts += 1;
      return attempts === 1 ? Promise.reject(new Error('secret words of a user')) : Promise.resolve();
    });
    await bus.send(contract, { id: 1 }, CONTEXT);
    await until(() => spans().length === 3);
    const sent = spanOf('PRODUCER');
    expect(sent).toMatchObject({ name: `send ingest.${contract.name}`, ...CLIENT, spanId: sent.spanId });
    for (const [at, status] of [SpanStatusCode.ERROR, SpanStatusCode.UNSET].entries())
      expect(spanOf('CONSUMER', at)).toMatchObject({
        name: `process ingest.${contract.name}`,
        traceId: CLIENT.traceId,
        parent: sent.spanId,
        status,
      });
    expect(
      JSON.stringify(memory.getFinishedSpans().map(({ events, attributes }) => [events, attributes])),
    ).not.toContain('secret words');
  });

  test('what a handler sends belongs to the trace of its message', async () => {
    const bus = open();
    const [first, second] = [newCommand(), newCommand()];
    let done = false;
    await bus.consume(second, () => {
      done = true;
      return Promise.resolve();
    });
    await bus.consume(first, ([delivery]) => bus.send(second, { id: 2 }, { ...CONTEXT, ...delivery?.context }));
    await bus.send(first, { id: 1 }, CONTEXT);
    await until(() => done && spans().length === 4);
    expect(new Set(spans().map(({ traceId }) => traceId))).toEqual(new Set([CLIENT.traceId]));
    const handling = spans().find(({ name }) => name === `process ingest.${first.name}`);
    expect(spans().find(({ name }) => name === `send ingest.${second.name}`)?.parent).toBe(handling?.spanId);
  });

  test('a batch of several traces is a trace of its own that links each message, but not those that are not recorded', async () => {
    const bus = open();
    const contract = newCommand();
    const sizes: number[] = [];
    await bus.consume(
      contract,
      (deliveries) => {
        sizes.push(deliveries.length);
        return Promise.resolve();
      },
      { batchSize: 4, lingerMs: 5_000 },
    );
    const contexts = [inTrace('1'), inTrace('2'), inTrace('3', '00'), withoutTrace];
    await Promise.all(contexts.map((ofTrace, id) => bus.send(contract, { id }, ofTrace)));
    await until(() => spans().some(({ kind }) => kind === 'CONSUMER'));
    expect(sizes).toEqual([4]);
    const batch = spanOf('CONSUMER');
    expect(batch).toMatchObject({ parent: undefined, attributes: { 'messaging.batch.message_count': 4 } });
    expect([...batch.links].sort()).toEqual(['1'.repeat(32), '2'.repeat(32)]);
  });

  test('a batch of one trace belongs to it', async () => {
    const bus = open();
    const contract = newCommand();
    await bus.consume(contract, () => Promise.resolve(), { batchSize: 2, lingerMs: 5_000 });
    await Promise.all([1, 2].map((id) => bus.send(contract, { id }, CONTEXT)));
    await until(() => spans().some(({ kind }) => kind === 'CONSUMER'));
    expect(spanOf('CONSUMER')).toMatchObject({ traceId: CLIENT.traceId, links: [CLIENT.traceId, CLIENT.traceId] });
  });

  test('an announcement is handled in the trace of its sender', async () => {
    const bus = open();
    const contract = newAnnouncement();
    await bus.subscribe(contract, () => Promise.resolve());
    await bus.announce(contract, { id: 1 }, CONTEXT);
    await until(() => spans().length === 2);
    expect(spanOf('CONSUMER')).toMatchObject({ traceId: CLIENT.traceId, parent: spanOf('PRODUCER').spanId });
  });

  test('messages without a trace, and those that are not recorded, make no spans', async () => {
    const bus = open();
    const contract = newCall();
    const seen: (string | undefined)[] = [];
    await bus.serve(contract, ({ value }, { traceparent }) => {
      seen.push(traceparent);
      return Promise.resolve({ value });
    });
    await bus.call(contract, { value: 1 }, withoutTrace);
    await bus.call(contract, { value: 1 }, inTrace('a', '00'));
    expect(spans()).toEqual([]);
    expect(seen[0]).toBeUndefined();
    expect(seen[1]).toMatch(/^00-a{32}-[\da-f]{16}-00$/);
  });
}
