import { SpanKind } from '@opentelemetry/api';
import type { RequestContext } from '@strata/kernel/actor';
import { inBatchSpan, inReceivedSpan, inSpan, type SpanOptions } from '../tracing/spans.ts';
import { contractName, type ContractName } from './message-codec.ts';

/** The names of the two transports in spans. */
export type MessagingSystem = 'rabbitmq' | 'in_process';

/**
 * The spans of the bus. A call is a remote procedure call, a command or an announcement a message, in OpenTelemetry's semantic
 * conventions. A message that was encoded inside such a span carries it.
 */
export interface MessageTraces {
  readonly call: TraceSending;
  readonly send: TraceSending;
  /** A call at its server. */
  readonly serve: TraceSending;
  /** An attempt to handle commands or announcements, which may come from several traces. */
  readonly handle: <T>(
    contract: ContractName,
    messages: readonly { readonly context: Pick<RequestContext, 'traceparent'> }[],
    work: () => Promise<T>,
  ) => Promise<T>;
}

type TraceSending = <T>(
  contract: ContractName,
  context: Pick<RequestContext, 'traceparent'>,
  work: () => Promise<T>,
) => Promise<T>;

export function traceMessages(system: MessagingSystem): MessageTraces {
  const ofCall = (contract: ContractName, kind: SpanKind): SpanOptions => ({
    kind,
    attributes: { 'rpc.system.name': system, 'rpc.method': methodOf(contract) },
  });
  const ofMessage = (contract: ContractName, kind: SpanKind, operation: 'send' | 'process'): SpanOptions => ({
    kind,
    attributes: {
      'messaging.system': system,
      'messaging.operation.name': operation,
      'messaging.operation.type': operation,
      'messaging.destination.name': contractName(contract),
    },
  });
  return {
    call: (contract, { traceparent }, work) =>
      inSpan(methodOf(contract), ofCall(contract, SpanKind.CLIENT), traceparent, work),
    send: (contract, { traceparent }, work) =>
      inSpan(`send ${contractName(contract)}`, ofMessage(contract, SpanKind.PRODUCER, 'send'), traceparent, work),
    serve: (contract, { traceparent }, work) =>
      inReceivedSpan(methodOf(contract), ofCall(contract, SpanKind.SERVER), traceparent, work),
    handle: (contract, messages, work) => {
      const { kind, attributes } = ofMessage(contract, SpanKind.CONSUMER, 'process');
      const count = messages.length === 1 ? {} : { 'messaging.batch.message_count': messages.length };
      return inBatchSpan(
        `process ${contractName(contract)}`,
        { kind, attributes: { ...attributes, ...count } },
        messages.map(({ context }) => context.traceparent),
        work,
      );
    },
  };
}

const methodOf = ({ service, name }: ContractName): string => `${service}/${name}`;
