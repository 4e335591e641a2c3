import { requestContextSchema } from '@strata/contracts/context';
import type { RequestContext } from '@strata/kernel/actor';
import { AppError, validationError } from '@strata/kernel/errors';
import type { z } from 'zod';

/** What names a contract on the wire, in logs and in metrics. */
export interface ContractName {
  readonly kind: 'call' | 'command' | 'announcement';
  readonly service: string;
  readonly name: string;
}

export interface Message<Payload> {
  readonly payload: Payload;
  readonly context: RequestContext;
}

/** A message as both transports carry it: texts, so that sender and receiver never share an object. */
export interface EncodedMessage {
  readonly body: string;
  readonly context: string;
}

/** The name of a contract for queues, logs and metrics: `service.name`. */
export const contractName = ({ service, name }: ContractName): string => `${service}.${name}`;

/** What a broker of this age takes by default; a larger message would cost its sender the channel. */
const MAX_BODY_BYTES = 16 * 1_024 * 1_024 - 1;
const MAX_BYTES_PER_UNIT = 3;

/**
 * JSON; `undefined` (a call that answers nothing) is the empty text.
 * @throws AppError `payload_too_large` beyond 16 MiB.
 */
export function encodeBody(value: unknown): string {
  const body = value === undefined ? '' : JSON.stringify(value);
  if (body.length > MAX_BODY_BYTES / MAX_BYTES_PER_UNIT && Buffer.byteLength(body) > MAX_BODY_BYTES) {
    throw new AppError('payload_too_large', 'A message between services is limited to 16 MiB');
  }
  return body;
}

/** A context as JSON. A handler's context may hold more than a request's, such as a decrypted key: that is left out. */
export const encodeContext = ({ scope, actor, requestId, ip, traceparent }: RequestContext): string =>
  JSON.stringify({ scope, actor, requestId, ip, traceparent });

/** A payload and its context as they travel. */
export const encodeMessage = (payload: unknown, context: RequestContext): EncodedMessage => ({
  body: encodeBody(payload),
  context: encodeContext(context),
});

/** @throws AppError `validation_error` naming what is wrong, never the value. */
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

/** @throws AppError `validation_error` naming the fields that do not match. */
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
    // The parser's own message quotes the text.
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
