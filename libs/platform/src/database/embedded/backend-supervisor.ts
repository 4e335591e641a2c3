import { Worker } from 'node:worker_threads';
import { workerUrl } from '../../lifecycle/worker-url.ts';
import type { Logger } from '../../log/logger.ts';
import type { BackendSettings, FromBackend, ToBackend } from './backend-messages.ts';

export interface SupervisorOptions {
  readonly settings: BackendSettings;
  readonly logger: Logger;
  /** Milliseconds without a response after which the thread counts as hung; bounds the longest statement. */
  readonly hungAfterMs: number;
}

const PING_MS = 1_000;
/** A start may have to recover a long write-ahead log. */
const START_MS = 300_000;
const FIRST_RESTART_MS = 100;
const MAX_RESTART_MS = 5_000;
/** After a thread has run this long, the next back-off starts from the beginning. */
const STEADY_MS = 30_000;
const STOP_MS = 10_000;

/** Keeps the thread of the embedded database running: restarts it, with back-off, when it ends or hangs. */
export class BackendSupervisor {
  readonly #options: SupervisorOptions;
  #worker: Worker | undefined;
  #alive = false;
  #stopping = false;
  #restartDelayMs = FIRST_RESTART_MS;
  #restartTimer: NodeJS.Timeout | undefined;
  #restarts = 0;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Whether the thread accepts connections now. */
  get isAlive(): boolean {
    return this.#alive;
  }

  /** Throws with the reason when the first start fails; then nothing is left running. */
  async start(): Promise<void> {
    await this.#spawn();
  }

  /** Ends the thread as a crash would: uncommitted work is lost; the next thread recovers committed data. */
  async kill(): Promise<void> {
    await this.#worker?.terminate();
  }

  /** Closes the database cleanly, or by force after 10 s. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#restartTimer);
    const worker = this.#worker;
    if (worker === undefined) return;
    const exited = new Promise<void>((resolve) =>
      worker.once('exit', () => {
        resolve();
      }),
    );
    const force = setTimeout(() => void worker.terminate(), STOP_MS);
    worker.postMessage('stop' satisfies ToBackend);
    await exited;
    clearTimeout(force);
  }

  #spawn(): Promise<void> {
    const startedAt = Date.now();
    const worker = new Worker(workerUrl(import.meta.url, './backend-worker.ts'), {
      workerData: this.#options.settings,
    });
    this.#worker = worker;
    let failure: string | undefined;
    return new Promise<void>((resolve, reject) => {
      const heartbeat = this.#watch(worker);
      worker.on('message', (message: FromBackend) => {
        if (message.kind === 'failed') failure = message.reason;
        if (message.kind !== 'ready') return;
        this.#alive = true;
        resolve();
      });
      worker.on('error', (error) => {
        failure = error instanceof Error ? error.message : String(error);
      });
      worker.once('exit', () => {
        clearInterval(heartbeat);
        const wasAlive = this.#alive;
        this.#alive = false;
        this.#worker = undefined;
        reject(new Error(`The embedded database could not start: ${failure ?? 'its thread ended'}`));
        if (!this.#stopping && (wasAlive || this.#restarts > 0)) this.#restartLater(failure, startedAt);
      });
    });
  }

  /** A thread that is busy with one statement cannot respond; after too long it is terminated. */
  #watch(worker: Worker): NodeJS.Timeout {
    let lastMessageAt = Date.now();
    let silenceMs = START_MS;
    worker.on('message', () => {
      lastMessageAt = Date.now();
      silenceMs = this.#options.hungAfterMs;
    });
    return setInterval(() => {
      worker.postMessage('ping' satisfies ToBackend);
      if (Date.now() - lastMessageAt < silenceMs) return;
      this.#options.logger.error('The embedded database hangs and is restarted', { silenceMs });
      void worker.terminate();
    }, PING_MS).unref();
  }

  #restartLater(failure: string | undefined, startedAt: number): void {
    if (Date.now() - startedAt > STEADY_MS) this.#restartDelayMs = FIRST_RESTART_MS;
    const delayMs = this.#restartDelayMs;
    this.#restartDelayMs = Math.min(MAX_RESTART_MS, delayMs * 2);
    this.#restarts += 1;
    this.#options.logger.error('The embedded database ended and is restarted', { reason: failure, delayMs });
    this.#restartTimer = setTimeout(() => {
      this.#spawn().then(
        () => {
          this.#options.logger.info('The embedded database is back');
        },
        () => undefined,
      );
    }, delayMs);
  }
}
