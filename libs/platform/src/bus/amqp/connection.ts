import { connect, type Channel, type ChannelModel, type ConfirmChannel, type RecoveringChannelModel } from 'amqplib';
import type { Logger } from '../../log/logger.ts';
import { settledWithin } from '../bounded-wait.ts';

/**
 * The least that RabbitMQ's documentation advises. A connection that is lost without a word is noticed after two to three of
 * them, and nothing is sent or received until then.
 */
const HEARTBEAT_SECONDS = 5;
const HANDSHAKE_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 2_000;
const RECOVERY = { initialDelay: 100, maxDelay: 2_000, factor: 2, jitter: 0.5, waitForConnect: false };

/** One connection to the broker that reconnects by itself, for ever. */
export class AmqpConnection {
  readonly #model: Promise<RecoveringChannelModel>;
  #current: ChannelModel | undefined;

  /** Throws when the URL is not an `amqp:` or `amqps:` URL; the error does not quote it. */
  constructor(url: string, name: string, logger: Logger) {
    const log = { connection: name };
    const clientProperties = { connection_name: name };
    const options = { clientProperties, noDelay: true, timeout: HANDSHAKE_TIMEOUT_MS, recovery: RECOVERY };
    this.#model = connect(withHeartbeat(url), options).then((model) =>
      model
        .on('connect', (current) => {
          this.#current = current;
          logger.info('Connected to the message broker', log);
        })
        .on('disconnect', (error) => {
          this.#current = undefined;
          logger.warn('The connection to the message broker was lost', { ...log, ...reasonOf(error) });
        })
        .on('connect-failed', (error) => {
          logger.warn('The message broker cannot be reached', { ...log, ...reasonOf(error) });
        })
        .on('blocked', (reason) => {
          logger.warn('The message broker accepts no messages for now', { ...log, reason });
        })
        // Always followed by `disconnect` with the same reason.
        .on('error', () => undefined),
    );
  }

  get isUp(): boolean {
    return this.#current !== undefined;
  }

  /** Waits for the connection without a limit; rejects after `close`. */
  openChannel = async (): Promise<Channel> => (await this.#model).createChannel();

  openConfirmChannel = async (): Promise<ConfirmChannel> => (await this.#model).createConfirmChannel();

  async close(): Promise<void> {
    const current = this.#current;
    this.#current = undefined;
    const closing = (await this.#model).close();
    if (await settledWithin(closing, CLOSE_TIMEOUT_MS)) return;
    // A broker that does not answer the close would keep the socket open, and the process alive.
    const { stream } = (current?.connection ?? {}) as { stream?: { destroy(error: Error): void } };
    stream?.destroy(new Error('The message broker did not answer the close'));
  }
}

function withHeartbeat(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !['amqp:', 'amqps:'].includes(parsed.protocol)) {
    throw new Error('The address of the message broker must be an amqp:// or amqps:// URL');
  }
  if (!parsed.searchParams.has('heartbeat')) parsed.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS));
  return parsed.href;
}

/** The library's messages contain host, port and the broker's message, but no credentials. */
export const reasonOf = (error: unknown): { reason: string } => ({
  reason: error instanceof Error ? error.message : 'unknown',
});
