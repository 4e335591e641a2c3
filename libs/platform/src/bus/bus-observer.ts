import type { ErrorCode } from '@strata/kernel/errors';
import type { ContractName } from './message-codec.ts';

/** How a call, or sending a message, ended for the sender. */
export type SendOutcome = 'ok' | ErrorCode;

/**
 * How handling a message ended. A failed call has its error's code, or `expired` if it arrived after its deadline. A
 * command that failed is `postponed` if a dependency was unavailable, `retried` if it failed in another way, and `stuck` if
 * it did so many times in a row.
 */
export type HandlingOutcome = 'done' | ErrorCode | 'expired' | 'retried' | 'postponed' | 'stuck' | 'dead_lettered';

/** Receives outcomes and durations, for metrics. Contracts are a small fixed set, so their names can be labels. */
export interface BusObserver {
  /** A call as its caller saw it, from the request to the response. */
  callMade(contract: ContractName, outcome: SendOutcome, seconds: number): void;
  /** A command or an announcement, from sending to the confirm. */
  messageSent(contract: ContractName, outcome: SendOutcome, seconds: number): void;
  /** A handled call, command or announcement; a batch counts once per message. */
  messageHandled(contract: ContractName, outcome: HandlingOutcome, seconds: number): void;
  /** From sending a command to the start of its handling, back-off included. */
  queueWait(contract: ContractName, seconds: number): void;
}

const ignore = (): void => undefined;

export const silentObserver: BusObserver = {
  callMade: ignore,
  messageSent: ignore,
  messageHandled: ignore,
  queueWait: ignore,
};

/** Seconds since a time in epoch milliseconds, perhaps of another machine's clock; never negative. */
export const secondsSince = (startMs: number): number => Math.max(0, Date.now() - startMs) / 1_000;

/** Seconds since the earliest of these times; zero without any. */
export const secondsSinceOldest = (startsMs: readonly number[]): number =>
  secondsSince(startsMs.reduce((oldest, startMs) => Math.min(oldest, startMs), Number.POSITIVE_INFINITY));
