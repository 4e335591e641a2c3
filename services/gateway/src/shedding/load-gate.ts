import { BOUNDS, type RequestClass } from './request-classes.ts';
import { overloaded, type Part } from './overloaded.ts';
import { Slots, type Occupant } from './slots.ts';

export interface LoadGateParts {
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Whether this process has no processor time left. */
  readonly isBusy: () => boolean;
  /** Whether requests wait for one of the gateway's own database connections. */
  readonly isDatabaseBusy: () => boolean;
  /** Called for each shed request. */
  readonly onShed: (requestClass: RequestClass, part: Part) => void;
}

/** A request that may be served. */
export interface Admitted extends Occupant {
  readonly requestClass: RequestClass;
}

/** Bytes of all bodies in memory. Parsed, they take several times as much. */
const BODY_BYTES = 64 * 1024 * 1024;

const CLASSES = Object.keys(BOUNDS) as RequestClass[];

/** Decides, for each request and before any work for it, whether it is served or shed. */
export class LoadGate {
  readonly #parts: LoadGateParts;
  readonly #slots: ReadonlyMap<RequestClass, Slots>;
  #bodyBytes = 0;

  constructor(parts: LoadGateParts) {
    this.#parts = parts;
    this.#slots = new Map(CLASSES.map((requestClass) => [requestClass, new Slots(BOUNDS[requestClass], parts.now)]));
  }

  /** Admits a request or, if it is shed, returns the part that is overloaded. */
  enter(requestClass: RequestClass): Admitted | Part {
    const occupant = this.slotsOf(requestClass).take();
    if (occupant !== undefined) return { requestClass, beganAlone: occupant.beganAlone };
    const part = this.#overloadedPart(requestClass);
    this.#parts.onShed(requestClass, part);
    return part;
  }

  /** Ends an admitted request. `ms`: as in `Slots`. */
  leave(admitted: Admitted, route: string, ms: number | undefined): void {
    this.slotsOf(admitted.requestClass).free(admitted, route, ms);
  }

  /** Runs work that belongs to a class. Errors: `unavailable` if it is shed; those of the work. */
  async run<T>(requestClass: RequestClass, route: string, work: () => Promise<T>): Promise<T> {
    const admitted = this.enter(requestClass);
    if (typeof admitted === 'string') throw overloaded(admitted);
    try {
      return await work();
    } finally {
      this.leave(admitted, route, undefined);
    }
  }

  /** Reserves memory for a body. Errors: `unavailable` if too many bytes are reserved; a single body is always admitted. */
  takeBytes(requestClass: RequestClass, bytes: number): void {
    if (this.#bodyBytes > 0 && this.#bodyBytes + bytes > BODY_BYTES) {
      this.#parts.onShed(requestClass, 'bodies');
      throw overloaded('bodies');
    }
    this.#bodyBytes += bytes;
  }

  giveBytes(bytes: number): void {
    this.#bodyBytes -= bytes;
  }

  get bodyBytes(): number {
    return this.#bodyBytes;
  }

  slotsOf(requestClass: RequestClass): Slots {
    const slots = this.#slots.get(requestClass);
    if (slots === undefined) throw new Error(`There is no request class ${requestClass}`);
    return slots;
  }

  /** Without processor time, every class is slow, whatever it uses. */
  #overloadedPart(requestClass: RequestClass): Part {
    if (this.#parts.isBusy()) return 'gateway';
    if ((requestClass === 'gateway' || requestClass === 'sign-in') && this.#parts.isDatabaseBusy()) return 'database';
    return requestClass;
  }
}
