import type { ApiResponse } from '../../fixtures/api-client.ts';
import { TIME_LIMITS } from '../time-limits.ts';

/** An event that was sent, by its text, which no other event has. */
export interface SentEvent {
  readonly tenantId: string;
  readonly hasKey: boolean;
  /** The ids under which it was accepted. More than one is a mistake. */
  readonly ids: Set<string>;
}

/** Memories that one response returned. */
export interface ReturnedMemories {
  readonly tenantId: string;
  readonly requestId: string;
  readonly memoryIds: readonly string[];
}

export interface StartedJob {
  readonly tenantId: string;
  readonly id: string;
}

/** What was answered since the last fault began. */
export interface Figures {
  /** Requests by their status; `none`: no answer at all. */
  readonly statuses: Map<string, number>;
  slowestMs: number;
  accepted: number;
  /** Those of them without a key. */
  keyless: number;
}

/** Every promise that the service made to its clients, and every rule that it broke while it made them. */
export class Ledger {
  readonly events = new Map<string, SentEvent>();
  readonly jobs: StartedJob[] = [];
  readonly returned: ReturnedMemories[] = [];
  readonly broken: string[] = [];
  /** How often each promise was made, by its name: a rule that never applied was not tested. */
  readonly promises = new Map<string, number>();
  /** Whether requests may get no answer now. */
  mayGetNoAnswer = false;
  figures: Figures = newFigures();

  beginFault(mayGetNoAnswer: boolean): void {
    this.figures = newFigures();
    this.mayGetNoAnswer = mayGetNoAnswer;
  }

  countPromise(name: string, times = 1): void {
    this.promises.set(name, (this.promises.get(name) ?? 0) + times);
  }

  breakRule(rule: string): void {
    this.broken.push(rule);
  }

  /**
   * Sends a request, and holds its answer against the rules: one of `expected`, a 429, or a 503, both with `Retry-After`, in
   * time. Returns the answer if it is one of `expected`.
   */
  async ask(
    operation: string,
    send: () => Promise<ApiResponse>,
    expected: readonly number[],
  ): Promise<ApiResponse | undefined> {
    const startedAt = performance.now();
    const answer = await send().catch((error: unknown) => String(error));
    const ms = performance.now() - startedAt;
    this.figures.slowestMs = Math.max(this.figures.slowestMs, ms);
    if (ms > TIME_LIMITS.answerMs) this.breakRule(`deadline: ${operation} took ${Math.round(ms)} ms`);
    if (typeof answer === 'string') {
      this.#count('none');
      if (!this.mayGetNoAnswer) this.breakRule(`answers: ${operation} got none: ${answer}`);
      return undefined;
    }
    const { status, headers, body } = answer;
    this.#count(String(status));
    if (expected.includes(status)) return answer;
    const isLater = status === 429 || status === 503;
    if (!isLater || !(Number(headers['retry-after']) > 0))
      this.breakRule(`answers: ${operation} was answered ${status}: ${JSON.stringify(body).slice(0, 300)}`);
    return undefined;
  }

  accept(text: string, id: string): void {
    const event = this.events.get(text);
    if (event === undefined) throw new Error(`${text} was not sent`);
    if (event.ids.size === 0) {
      this.figures.accepted += 1;
      this.countPromise('events accepted');
      if (!event.hasKey) this.figures.keyless += 1;
    }
    event.ids.add(id);
    if (event.ids.size > 1) this.breakRule(`stored once: one key was answered with ${[...event.ids].join(' and ')}`);
  }

  #count(status: string): void {
    const { statuses } = this.figures;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
}

const newFigures = (): Figures => ({ statuses: new Map(), slowestMs: 0, accepted: 0, keyless: 0 });
