import type { RequestWatch } from '@strata/platform/http/request-watch';
import type { ServerResponse } from 'node:http';
import type { Admitted, LoadGate } from '../shedding/load-gate.ts';

/**
 * The slot of one request. It is given back while the client sends the body, so that slow clients hold none, and for good when
 * the response has ended and the handler too: a client that leaves does not end the work.
 */
export class AdmittedRequest implements RequestWatch {
  readonly #gate: LoadGate;
  readonly #admitted: Admitted;
  readonly #route: string;
  readonly #response: ServerResponse;
  readonly #startedAt = performance.now();
  #bytes = 0;
  #bodyStartedAt: number | undefined;
  #bodyMs = 0;
  #work: Promise<unknown> = Promise.resolve();

  constructor(gate: LoadGate, admitted: Admitted, route: string, response: ServerResponse) {
    this.#gate = gate;
    this.#admitted = admitted;
    this.#route = route;
    this.#response = response;
    response.once('close', () => {
      const leave = (): void => this.#leave();
      this.#work.then(leave, leave);
    });
  }

  bodyStarts(bytes: number): void {
    this.#gate.takeBytes(this.#admitted.requestClass, bytes);
    this.#bytes += bytes;
    this.#bodyStartedAt = performance.now();
    this.#gate.slotsOf(this.#admitted.requestClass).pause();
  }

  bodyEnds(): void {
    if (this.#bodyStartedAt === undefined) return;
    this.#bodyMs += performance.now() - this.#bodyStartedAt;
    this.#bodyStartedAt = undefined;
    this.#gate.slotsOf(this.#admitted.requestClass).resume();
  }

  handledBy(work: Promise<unknown>): void {
    this.#work = work;
  }

  #leave(): void {
    this.#gate.giveBytes(this.#bytes);
    const { statusCode } = this.#response;
    // A rejection is quick, whatever the load is.
    const isServed = statusCode < 300 || statusCode >= 500;
    const ms = performance.now() - this.#startedAt - this.#bodyMs;
    this.#gate.leave(this.#admitted, this.#route, isServed ? ms : undefined);
  }
}
