import { given } from '@strata/client/given';
import type { Strata } from '@strata/client/strata';
import { cut, type Said } from './said.ts';

/** Whose conversation it is, and what recalling may cost. */
export interface ConversationOptions {
  /** The conversation. Default: a new one for each adapter that is made. */
  readonly sessionId?: string | undefined;
  readonly userId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly namespaceId?: string | undefined;
  /** The token budget of what is recalled. Default: 1,000. */
  readonly maxTokens?: number | undefined;
  /** How long a model may wait for what is recalled, in milliseconds. Default: 2,000. */
  readonly timeoutMs?: number | undefined;
  /** Gets what went wrong with Strata; the model is called all the same. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const MAX_QUERY_CHARACTERS = 16_000;

/** One conversation with a model: context for its turns, and what is said in it. None of its methods throws. */
export class Conversation {
  readonly #strata: Pick<Strata, 'context' | 'capture'>;
  readonly #adapter: string;
  readonly #sessionId: string;
  readonly #scope: Readonly<Record<string, string>>;
  readonly #limits: { readonly maxTokens: number; readonly timeoutMs: number };
  readonly #onError: ConversationOptions['onError'];
  /** The steps of one turn ask the same: they get the same text, and wait once. */
  #recalled: { readonly turn: string; readonly text: Promise<string> } | undefined;

  /** `adapter` is the prefix of its sessions and idempotency keys. */
  constructor(strata: Pick<Strata, 'context' | 'capture'>, adapter: string, options: ConversationOptions) {
    const { sessionId, userId, agentId, namespaceId, maxTokens = 1000, timeoutMs = 2000, onError } = options;
    this.#strata = strata;
    this.#adapter = adapter;
    this.#sessionId = sessionId ?? `${adapter}-${crypto.randomUUID()}`;
    this.#scope = given({ userId, agentId, namespaceId });
    this.#limits = { maxTokens, timeoutMs };
    this.#onError = onError;
  }

  /** What is recalled for a question, empty if nothing is or Strata is away. `turn` is the same for all steps of a turn. */
  async recall(query: string, turn: string, signal?: AbortSignal): Promise<string> {
    if (this.#recalled?.turn !== turn) {
      const options = { ...this.#scope, ...this.#limits, maxRetries: 0, signal };
      const text = this.#strata.context(cut(query, MAX_QUERY_CHARACTERS), options).catch((error: unknown) => {
        this.report(error);
        return '';
      });
      this.#recalled = { turn, text };
    }
    const text = await this.#recalled.text;
    // The turn may be tried again.
    if (signal?.aborted === true) this.#recalled = undefined;
    return text;
  }

  /**
   * Captures what `read` finds to be said after `past`, and resolves with both. The same again has the same idempotency keys, so that it
   * is stored once. It does not wait for the delivery.
   */
  async capture(read: () => { past: readonly unknown[]; said: readonly Said[] }): Promise<readonly unknown[]> {
    try {
      const { past, said } = read();
      const all = [...past, ...said];
      const keys = await Promise.all(
        said.map((_one, index) => digest([this.#sessionId, this.#scope, all.slice(0, past.length + index + 1)])),
      );
      said.forEach((one, index) => {
        const about = { sessionId: this.#sessionId, metadata: this.#scope };
        const event = { ...one, ...about, idempotencyKey: `${this.#adapter}-${keys[index] ?? ''}` };
        this.#strata.capture(event).catch((error: unknown) => this.report(error));
      });
      return all;
    } catch (error) {
      this.report(error);
      return [];
    }
  }

  /** Tells the application what went wrong, whatever its handler does. */
  report(error: unknown): void {
    try {
      this.#onError?.(error);
    } catch {
      // The model answers all the same.
    }
  }
}

async function digest(value: unknown): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(value)));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
