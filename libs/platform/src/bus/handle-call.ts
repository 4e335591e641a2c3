import type { RequestContext } from '@strata/kernel/actor';
import { AppError, unavailable, type ErrorCode } from '@strata/kernel/errors';
import type { CallContract } from '@strata/contracts/message';
import type { z } from 'zod';
import { isRetryable } from '../database/database-errors.ts';
import type { Logger } from '../log/logger.ts';
import { describeFailure } from './describe-failure.ts';
import { encodeError } from './error-codec.ts';
import { contractName, decodeMessage, encodeBody } from './message-codec.ts';
import { fieldsOfTraceparent } from '../tracing/trace-context.ts';
import type { MessageTraces } from './trace-messages.ts';

/** An encoded response or error; `outcome` is for metrics. */
export interface CallReply {
  readonly outcome: 'done' | ErrorCode;
  readonly body: string;
}

export const errorReply = (error: unknown): CallReply => ({
  outcome: error instanceof AppError ? error.code : 'internal_error',
  body: encodeError(error),
});

/** Handles one call, from its encoded request to its encoded reply. Never rejects. */
export async function handleCall<Request extends z.ZodType, Response extends z.ZodType>(
  contract: CallContract<Request, Response>,
  handler: (request: z.output<Request>, context: RequestContext) => Promise<z.input<Response>>,
  { isAwaited, ...message }: { readonly body: string; readonly context: unknown; readonly isAwaited: () => boolean },
  { logger, traces }: { readonly logger: Pick<Logger, 'error'> | undefined; readonly traces: MessageTraces },
): Promise<CallReply> {
  let traceparent: string | undefined;
  try {
    const { payload, context } = decodeMessage(contract.request, contract, message);
    traceparent = context.traceparent;
    const response = await traces.serve(contract, context, () => handler(payload, { ...context, isAwaited }));
    return { outcome: 'done', body: encodeBody(response) };
  } catch (caught) {
    // A conflict of transactions is not the caller's fault, and is over in a moment.
    const error = isRetryable(caught) ? unavailable('The database', caught) : caught;
    if (!(error instanceof AppError)) {
      const log = { contract: contractName(contract), ...fieldsOfTraceparent(traceparent), ...describeFailure(error) };
      logger?.error('A call failed', log);
    }
    return errorReply(error);
  }
}
