import type { Message } from 'amqplib';
import type { EncodedMessage } from '../message-codec.ts';

/** The headers that the bus writes; a message from elsewhere may lack any of them. */
export interface MessageHeaders {
  /** The request context as JSON. */
  readonly context: string;
  /** Milliseconds since the epoch at which the message was first sent. */
  readonly sentAt: number;
  /** Of a call: milliseconds since the epoch after which nobody waits for the answer. Clocks are taken to agree. */
  readonly deadline?: number;
  /** Of a command: which delivery this is, those not counted that failed for an unavailable dependency. */
  readonly attempt?: number;
  /** Of a command: failures so far of either kind, which is what back-off goes by. */
  readonly failures?: number;
}

/** The bytes of a message as they travel. */
export const contentOf = ({ body }: EncodedMessage): Buffer => Buffer.from(body, 'utf8');

/** The text of a message and its context, neither of them checked. */
export const encodedOf = ({ content, properties }: Message): { body: string; context: unknown } => ({
  body: content.toString('utf8'),
  context: (properties.headers as Partial<MessageHeaders> | undefined)?.context,
});

/** A header that should be a number. */
export function numberHeader(message: Message, name: keyof MessageHeaders, otherwise: number): number {
  const value: unknown = message.properties.headers?.[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}
