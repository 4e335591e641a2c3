import { connect, type Channel, type ChannelModel, type ConfirmChannel, type RecoveringChannelModel } from 'amqplib';
import type { Logger } from '../../log/logger.ts';
import { settledWithin } from '../bounded-wait.ts';

const HEARTBEAT_SECONDS = 15;
const HANDSHAKE_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 2_000;
const RECOVERY = { initialDelay: 100, maxDelay: 5_000, factor: 2, jitter: 0.5, waitForConnect: false };

/** One connection to the broker that comes back by itself, for ever. */
export class AmqpConnection {
  readonly #model: Promise<RecoveringChannelModel>;
  #current: ChannelModel | undefined;

  /** @throws Error when the URL is not one of a broker; the text does not repeat it. */
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
          logger.warn('The message broker takes nothing for now', { ...log, reason });
        })
        // Always followed by `disconnect`, which says the same.
        .on('error', () => undefined),
    );
  }

  get isUp(): boolean {
    return this.#current !== undefined;
  }

  /** Waits for the connection as long as it takes; rejects once it is closed for good. */
  openChannel = async (): Promise<Channel> => (await this.#model).createChannel();

  openConfirmChannel = async (): Promise<ConfirmChannel> => (await this.#model).createConfirmChannel();

  async close(): Promise<void> {
    const current = this.#current;
    this.#current = undefined;
    const closing = (await this.#model).close();
    if (await settledWithin(closing, CLOSE_TIMEOUT_MS)) return;
    // A broker that does not answer the goodbye would keep the socket, and with it the process.
    const { stream } = (current?.connection ?? {}) as { stream?: { destroy(error: Error): void } };
    stream?.destroy(new Error('The message broker did not answer the goodbye'));
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

/** The library's own texts name host, port and what the broker said, and no credentials. */
export const reasonOf = (error: unknown): { reason: string } => ({
  reason: error instanceof Error ? error.message : 'unknown',
});
