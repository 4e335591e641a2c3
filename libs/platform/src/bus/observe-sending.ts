import { AppError } from '@strata/kernel/errors';
import type { CallContract } from '@strata/contracts/message';
import type { z } from 'zod';
import type { Logger } from '../log/logger.ts';
import { stopwatch } from '../metrics/stopwatch.ts';
import type { SendOutcome, BusObserver } from './bus-observer.ts';
import { describeFailure } from './describe-failure.ts';
import { contractName, decodeBody, type ContractName } from './message-codec.ts';

/** The caller's side of a call: gets the reply, parses it against the contract, and reports outcome and duration. */
export async function observeCall<Request extends z.ZodType, Response extends z.ZodType>(
  contract: CallContract<Request, Response>,
  { observe, logger }: { readonly observe: BusObserver; readonly logger: Pick<Logger, 'error'> | undefined },
  getReply: () => Promise<string>,
): Promise<z.output<Response>> {
  const elapsed = stopwatch();
  try {
    const response = readResponse(contract, await getReply(), logger);
    observe.callMade(contract, 'ok', elapsed());
    return response;
  } catch (error) {
    observe.callMade(contract, failureOf(error), elapsed());
    throw error;
  }
}

/** The sender's side of a command or an announcement: reports outcome and duration. */
export async function observeSend(
  contract: ContractName,
  { observe }: { readonly observe: BusObserver },
  send: () => Promise<void>,
): Promise<void> {
  const elapsed = stopwatch();
  try {
    await send();
    observe.messageSent(contract, 'ok', elapsed());
  } catch (error) {
    observe.messageSent(contract, failureOf(error), elapsed());
    throw error;
  }
}

const failureOf = (error: unknown): SendOutcome => (error instanceof AppError ? error.code : 'internal_error');

/** A response that breaks its contract is the server's fault, not the caller's. */
function readResponse<Request extends z.ZodType, Response extends z.ZodType>(
  contract: CallContract<Request, Response>,
  body: string,
  logger: Pick<Logger, 'error'> | undefined,
): z.output<Response> {
  try {
    return decodeBody(contract.response, contract, body);
  } catch (error) {
    const details = error instanceof AppError ? error.details : undefined;
    logger?.error('A response does not match its contract', {
      contract: contractName(contract),
      details,
      ...describeFailure(error),
    });
    throw new AppError('internal_error', `The response of ${contractName(contract)} does not match its contract`, {
      cause: error,
    });
  }
}
