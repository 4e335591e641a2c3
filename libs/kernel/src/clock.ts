/** Time as a port, so that tests can turn months over. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
