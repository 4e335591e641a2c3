import type { Message } from 'amqplib';
import type { EncodedMessage } from '../message-codec.ts';

/** The headers that the bus writes. A message from another sender may lack any of them. */
export interface MessageHeaders {
  /** The request context as JSON. */
  readonly context: string;
  /** Milliseconds since the epoch at which the message was first sent. */
  readonly sentAt: number;
  /** Of a call: milliseconds since the epoch after which its caller no longer waits. Assumes synchronized clocks. */
  readonly deadline?: number;
  /** Of a command: the number of this attempt, from 1, without those that failed for an unavailable dependency. */
  readonly attempt?: number;
  /** Of a command: all failures so far. Decides the back-off. */
  readonly failures?: number;
}

/** The body of a message as bytes. */
export const contentOf = ({ body }: EncodedMessage): Buffer => Buffer.from(body, 'utf8');

/** The body of a message and its context, neither of them validated. */
export const encodedOf = ({ content, properties }: Message): { body: string; context: unknown } => ({
  body: content.toString('utf8'),
  context: (properties.headers as Partial<MessageHeaders> | undefined)?.context,
});

/** A numeric header, or `otherwise` if it is absent or not a number. */
export function numberHeader(message: Message, name: keyof MessageHeaders, otherwise: number): number {
  const value: unknown = message.properties.headers?.[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}
