import { AppError } from '@strata/kernel/errors';
import type { CallContract } from '@strata/contracts/message';
import type { z } from 'zod';
import type { Logger } from '../log/logger.ts';
import { secondsSince, type BusObserver } from './bus-observer.ts';
import { describeFailure } from './describe-failure.ts';
import { contractName, decodeBody } from './message-codec.ts';

/** The caller's side of a call: asks, parses the answer against the contract, tells the observer how it went. */
export async function observedCall<Request extends z.ZodType, Response extends z.ZodType>(
  contract: CallContract<Request, Response>,
  { observe, logger }: { readonly observe: BusObserver; readonly logger: Pick<Logger, 'error'> | undefined },
  ask: () => Promise<string>,
): Promise<z.output<Response>> {
  const startedAt = Date.now();
  try {
    const response = readResponse(contract, await ask(), logger);
    observe.callMade(contract, 'ok', secondsSince(startedAt));
    return response;
  } catch (error) {
    observe.callMade(contract, error instanceof AppError ? error.code : 'internal_error', secondsSince(startedAt));
    throw error;
  }
}

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
    logger?.error('A call was answered with something else than its contract says', {
      contract: contractName(contract),
      details,
      ...describeFailure(error),
    });
    throw new AppError('internal_error', `${contractName(contract)} gave an answer that breaks its contract`, {
      cause: error,
    });
  }
}
