import { Worker } from 'node:worker_threads';
import { workerUrl } from '../../lifecycle/worker-url.ts';
import type { Logger } from '../../log/logger.ts';
import type { BackendSettings, FromBackend, ToBackend } from './backend-messages.ts';

export interface SupervisorOptions {
  readonly settings: BackendSettings;
  readonly logger: Logger;
  /** Milliseconds without a sign of life after which the thread counts as hung; bounds the longest statement. */
  readonly hungAfterMs: number;
}

const PING_MS = 1_000;
/** A start may recover a long log first. */
const START_MS = 300_000;
const FIRST_RESTART_MS = 100;
const MAX_RESTART_MS = 5_000;
/** A thread that lived this long was well: the next back-off starts from the beginning. */
const STEADY_MS = 30_000;
const STOP_MS = 10_000;

/** Keeps one thread of the embedded database running: started again, with back-off, whenever it ends or hangs. */
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

  /** Whether the thread takes connections now. */
  get isAlive(): boolean {
    return this.#alive;
  }

  /** How often the thread had to be replaced. */
  get restarts(): number {
    return this.#restarts;
  }

  /** @throws Error with the reason when the first start fails; nothing is left running then. */
  async start(): Promise<void> {
    await this.#spawn();
  }

  /** Ends the thread as a crash would: uncommitted work is lost, what was committed comes back with the successor. */
  async kill(): Promise<void> {
    await this.#worker?.terminate();
  }

  /** Closes the database properly, or within 10 s by force. */
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

  /** A thread that is busy with one statement cannot answer; one that is silent for too long is ended. */
  #watch(worker: Worker): NodeJS.Timeout {
    let lastSignOfLife = Date.now();
    let silenceMs = START_MS;
    worker.on('message', () => {
      lastSignOfLife = Date.now();
      silenceMs = this.#options.hungAfterMs;
    });
    return setInterval(() => {
      worker.postMessage('ping' satisfies ToBackend);
      if (Date.now() - lastSignOfLife < silenceMs) return;
      this.#options.logger.error('The embedded database hangs and is started again', { silenceMs });
      void worker.terminate();
    }, PING_MS).unref();
  }

  #restartLater(failure: string | undefined, startedAt: number): void {
    if (Date.now() - startedAt > STEADY_MS) this.#restartDelayMs = FIRST_RESTART_MS;
    const delayMs = this.#restartDelayMs;
    this.#restartDelayMs = Math.min(MAX_RESTART_MS, delayMs * 2);
    this.#restarts += 1;
    this.#options.logger.error('The embedded database ended and is started again', { reason: failure, delayMs });
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
