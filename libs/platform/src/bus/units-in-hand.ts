import type { ConsumerFigures } from './bus.ts';

/** Messages over which the mean goes. */
const MEAN_OVER = 100;

/** Adds up the work in the messages that a consumer has taken. */
export class UnitsInHand {
  #taken = 0;
  #active = 0;
  #messages = 0;
  #mean = 1;

  take(units: number): void {
    this.#taken += units;
    this.#messages += 1;
    this.#mean += (units - this.#mean) / Math.min(MEAN_OVER, this.#messages);
  }

  start(units: number): void {
    this.#active += units;
  }

  /** Ends messages that were started. */
  end(units: number): void {
    this.#active -= units;
    this.drop(units);
  }

  /** Gives up messages that were not started. */
  drop(units: number): void {
    this.#taken -= units;
  }

  get figures(): ConsumerFigures['units'] {
    return { waiting: this.#taken - this.#active, active: this.#active, perMessage: this.#mean };
  }
}

export const sumOf = (items: readonly { readonly units: number }[]): number =>
  items.reduce((sum, { units }) => sum + units, 0);
