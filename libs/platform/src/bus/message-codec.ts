import { requestContextSchema } from '@strata/contracts/context';
import type { RequestContext } from '@strata/kernel/actor';
import { AppError, validationError } from '@strata/kernel/errors';
import type { z } from 'zod';
import { outgoingTraceparent } from '../tracing/trace-context.ts';

/** The parts of a contract's name on the wire, in logs and in metrics. */
export interface ContractName {
  readonly kind: 'call' | 'command' | 'announcement';
  readonly service: string;
  readonly name: string;
}

export interface Message<Payload> {
  readonly payload: Payload;
  readonly context: RequestContext;
}

/** A message as both transports carry it: text, so that sender and receiver never share an object. */
export interface EncodedMessage {
  readonly body: string;
  readonly context: string;
}

/** The name of a contract for queues, logs and metrics: `service.name`. */
export const contractName = ({ service, name }: ContractName): string => `${service}.${name}`;

/** The default limit of RabbitMQ 3.10; a larger message closes the sender's channel. */
const MAX_BODY_BYTES = 16 * 1_024 * 1_024 - 1;
const MAX_BYTES_PER_UNIT = 3;

/** JSON; the empty text for `undefined` (a call without a response). Errors: `payload_too_large` beyond 16 MiB. */
export function encodeBody(value: unknown): string {
  const body = value === undefined ? '' : JSON.stringify(value);
  if (body.length > MAX_BODY_BYTES / MAX_BYTES_PER_UNIT && Buffer.byteLength(body) > MAX_BODY_BYTES) {
    throw new AppError('payload_too_large', 'A message between services is limited to 16 MiB');
  }
  return body;
}

/**
 * A request context without what a handler's context may add to it, such as a decrypted key. Its trace goes on below the span
 * that runs now.
 */
export const sentContext = ({ scope, actor, requestId, ip, traceparent }: RequestContext) => ({
  ...{ scope, actor, requestId, ip, traceparent: outgoingTraceparent(traceparent) },
});

export const encodeContext = (context: RequestContext): string => JSON.stringify(sentContext(context));

export const encodeMessage = (payload: unknown, context: RequestContext): EncodedMessage => ({
  body: encodeBody(payload),
  context: encodeContext(context),
});

/** Parses a message. Errors: `validation_error` naming the fields that do not match, never a value. */
export function decodeMessage<Schema extends z.ZodType>(
  schema: Schema,
  contract: ContractName,
  { body, context }: { readonly body: string; readonly context: unknown },
): Message<z.output<Schema>> {
  return {
    context: parse(requestContextSchema, parseJson(context, 'context', contract), 'context', contract),
    payload: parse(schema, parseJson(body, 'payload', contract), 'payload', contract),
  };
}

/** Parses a payload. Errors: `validation_error` naming the fields that do not match, never a value. */
export const decodeBody = <Schema extends z.ZodType>(
  schema: Schema,
  contract: ContractName,
  body: string,
): z.output<Schema> => parse(schema, parseJson(body, 'payload', contract), 'payload', contract);

function parseJson(text: unknown, part: string, contract: ContractName): unknown {
  if (text === '') return undefined;
  try {
    if (typeof text === 'string') return JSON.parse(text) as unknown;
  } catch {
    // The parser's message quotes the text.
  }
  throw validationError(`The ${part} of ${contractName(contract)} is not JSON`, [
    { field: part, message: 'must be JSON' },
  ]);
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  part: string,
  contract: ContractName,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const details = result.error.issues.map(({ path, message }) => ({
    field: path.map(String).join('.') || part,
    message,
  }));
  throw validationError(`The ${part} of ${contractName(contract)} does not match its contract`, details);
}
