import { createApi, type Api } from './api.ts';
import { readSettings, type Settings, type StrataOptions } from './config.ts';
import { EventBuffer, type Captured, type EventInput } from './event-buffer.ts';
import type { Data, Input } from './operation-types.ts';
import { given } from './given.ts';
import { Run, type RunOptions } from './run.ts';
import type { CallOptions } from './send-request.ts';
import { StrataError } from './errors.ts';
import { wait } from './retrying.ts';

/** What the published package offers besides the class. */
export { isTransient, StrataError } from './errors.ts';
export type { StrataErrorCode, StrataErrorDetail } from './errors.ts';
export type { Api } from './api.ts';
export type { StrataOptions } from './config.ts';
export type { Captured, EventInput } from './event-buffer.ts';
export type { Data, Input, Item, OperationName } from './operation-types.ts';
export type { Run, RunOptions } from './run.ts';

/** Whom and what a text is about that is to be remembered. */
export interface RememberOptions {
  /** Who said it: `user`, `assistant` or a name. Default: `user`. */
  readonly role?: string | undefined;
  /** The conversation that it belongs to. Default: one for each client. */
  readonly sessionId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly userId?: string | undefined;
  readonly namespaceId?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** When it was said. Default: now. */
  readonly at?: Date | undefined;
}

/** What a question may be limited to, and the token budget of its answer. */
export type ContextOptions = Omit<Input<'synthesize'>, 'query' | 'format' | 'explain'> & CallOptions;

/** Learning, started or done. */
export type LearnOptions = Input<'startLearning'> & CallOptions;

const JOB_POLL_MS = 500;
const ENDED: ReadonlySet<string> = new Set<Data<'getJob'>['status']>(['completed', 'failed']);

/**
 * Strata, as an agent uses it. `api` has every operation; the other methods are what most agents need. All errors of calls are a
 * `StrataError`.
 */
export class Strata {
  /** Every operation of the interface by its name. */
  readonly api: Api;
  readonly #settings: Settings;
  readonly #buffer: EventBuffer;
  /** Made when it is needed: edge runtimes allow no random values before a request. */
  #sessionId: string | undefined;

  constructor(options: StrataOptions = {}) {
    this.#settings = readSettings(options);
    this.api = createApi(this.#settings);
    this.#buffer = new EventBuffer(this.api, this.#settings.buffer);
  }

  /** Remembers a text. Resolves when it is stored; from then on it can be found, and it becomes a memory when it is learned. */
  remember(text: string, options: RememberOptions = {}): Promise<Captured> {
    const { role = 'user', sessionId, at = new Date(), tags, ...scope } = options;
    return this.capture({
      type: 'message',
      sessionId: sessionId ?? (this.#sessionId ??= `client-${crypto.randomUUID()}`),
      payload: { role, content: text },
      metadata: given({ ...scope, tags: tags && [...tags], occurredAt: at.toISOString() }),
    });
  }

  /** What is known that fits a query, as a text for a prompt, marked as recalled data. Empty if nothing fits. */
  async context(query: string, options: ContextOptions = {}): Promise<string> {
    const { signal, timeoutMs, maxRetries, requestId, ...input } = options;
    const pack = await this.api.synthesize(
      { ...this.#settings.scope, ...given(input), query, format: 'text' },
      { signal, timeoutMs, maxRetries, requestId },
    );
    return pack.text ?? '';
  }

  /**
   * Compiles what was captured. With `wait`, it resolves when the job has ended, however long it takes; a job that failed is an error.
   */
  async learn(options: LearnOptions = {}): Promise<Data<'startLearning'>> {
    const { signal, timeoutMs, maxRetries, requestId, ...input } = options;
    const call = { signal, timeoutMs, maxRetries, requestId };
    await this.flush();
    const receipt = await this.api.startLearning(given(input), call);
    return input.wait === true ? { ...receipt, status: await this.#endOf(receipt, call) } : receipt;
  }

  /**
   * Runs an agent, and captures its task, its steps and how it ended: failed if `work` throws or its last test failed, else resolved, or what
   * `run.resolved` and `run.failed` said. The result or the error of `work` is passed on, whether or not Strata can be reached.
   */
  async run<Result>(options: RunOptions, work: (run: Run) => Result | Promise<Result>): Promise<Result> {
    const run = new Run(this.#buffer, this.#settings.scope, options);
    try {
      const result = await work(run);
      void run.end();
      return result;
    } catch (error) {
      void run.end(error);
      throw error;
    }
  }

  /**
   * Captures an event. It goes through a buffer: events that are captured soon after each other are sent together, and sent again until
   * they are stored. Resolves when the event is stored; nobody has to wait for it.
   */
  capture(event: EventInput): Promise<Captured> {
    return this.#buffer.add({ ...event, metadata: { ...this.#settings.scope, ...event.metadata } });
  }

  /** Resolves when everything captured so far is stored; rejects with `undelivered` if it is not. */
  flush({ timeoutMs = this.#settings.buffer.deliveryTimeoutMs }: { timeoutMs?: number } = {}): Promise<void> {
    return this.#buffer.flush(timeoutMs);
  }

  /** Delivers what waits, for at most `buffer.closeTimeoutMs`, and captures no more. */
  close(): Promise<void> {
    return this.#buffer.close();
  }

  async #endOf({ jobId, status }: Data<'startLearning'>, call: CallOptions): Promise<Data<'startLearning'>['status']> {
    let job: Pick<Data<'getJob'>, 'status' | 'error'> = { status, error: null };
    while (!ENDED.has(job.status)) {
      await wait(JOB_POLL_MS, call.signal);
      job = await this.api.getJob({ id: jobId }, call);
    }
    if (job.status !== 'completed') {
      const reason = job.error === null ? '' : `: ${job.error.message}`;
      throw new StrataError('internal_error', `Learning did not complete: the job is ${job.status}${reason}`);
    }
    return job.status;
  }
}
