import { setTimeout as delay } from 'node:timers/promises';
import type { Actor } from './actor.ts';

/** Actors that work side by side, and can be paused together. */
export class SteadyLoad {
  readonly #actors: readonly Actor[];
  #isPaused = true;
  #working: Promise<unknown> = Promise.resolve();

  constructor(actors: readonly Actor[]) {
    this.#actors = actors;
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#working = Promise.all(this.#actors.map((actor) => this.#work(actor)));
  }

  /** Waits until every request in progress is answered. Rejects if an actor failed. */
  async pause(): Promise<void> {
    this.#isPaused = true;
    await this.#working;
  }

  async #work({ pauseMs, step }: Actor): Promise<void> {
    while (!this.#isPaused) {
      await step();
      await delay(pauseMs);
    }
  }
}
