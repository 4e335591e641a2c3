import type { ErrorCode } from '@strata/kernel/errors';
import type { ContractName } from './message-codec.ts';

/** How a call or a sending ended for who asked for it. */
export type SendOutcome = 'ok' | ErrorCode;

/**
 * How a handling ended. A call served has its error's code, or `expired` when it came after its caller had gone. Of a
 * command, `retried` counts as an attempt, `postponed` (a dependency was unavailable) does not.
 */
export type HandlingOutcome = 'done' | ErrorCode | 'expired' | 'retried' | 'postponed' | 'dead_lettered';

/** What metrics code learns from a bus. Contracts are a small fixed set, so their names are fit for labels. */
export interface BusObserver {
  /** A call as its caller saw it, from asking to the answer. */
  callMade(contract: ContractName, outcome: SendOutcome, seconds: number): void;
  /** A command or an announcement handed over, from sending to the confirm. */
  messageSent(contract: ContractName, outcome: SendOutcome, seconds: number): void;
  /** A call served, a command consumed, or news taken note of; a batch counts once per message. */
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

/** Seconds from a moment of the wall clock (epoch milliseconds), perhaps another machine's, to now; never negative. */
export const secondsSince = (startMs: number): number => Math.max(0, Date.now() - startMs) / 1_000;
