import { AppError, type ErrorCode } from '@strata/kernel/errors';
import { isOfOwnData } from '../database/database-errors.ts';
import { inTraceOf } from '../tracing/trace-context.ts';
import { RejectMessage, type ConsumerOptions, type Delivery } from './bus.ts';

/**
 * How handling one command ended. `postponed`: a dependency was unavailable. `retried`: it failed in another way. Neither
 * has a limit, except that failures by the command's own data count as attempts.
 */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'retried'; readonly error: unknown; readonly countsAsAttempt: boolean }
  | { readonly kind: 'postponed' | 'dead_lettered'; readonly error: unknown };

const DONE: Outcome = { kind: 'done' };

/** After this many in a row the dependency is down, and the remaining messages are not tried. */
const UNAVAILABLE_IN_A_ROW = 2;

/** What a handler says of a command that can never be handled as it is. */
const OWN_FAULT: ReadonlySet<ErrorCode> = new Set(['validation_error', 'payload_too_large']);

export interface BatchRules<Payload> extends Pick<ConsumerOptions<Payload>, 'onDeadLetter'> {
  readonly handler: (deliveries: readonly Delivery<Payload>[]) => Promise<void>;
  readonly maxAttempts: number;
  /** Runs one attempt at some of the deliveries. */
  readonly trace: (deliveries: readonly Delivery<Payload>[], work: () => Promise<void>) => Promise<void>;
}

/**
 * Handles the batch and, if that fails, each message by itself. Returns one outcome per delivery, in order. Never rejects.
 */
export async function handleBatch<Payload>(
  deliveries: readonly Delivery<Payload>[],
  rules: BatchRules<Payload>,
): Promise<Outcome[]> {
  const [only] = deliveries;
  if (only !== undefined && deliveries.length === 1) return [await handleOne(only, rules)];
  const whole = await attempt(deliveries, rules);
  if (whole.kind === 'done') return deliveries.map(() => whole);

  const outcomes: Outcome[] = [];
  for (const delivery of deliveries) {
    const isDown = outcomes.length === UNAVAILABLE_IN_A_ROW && outcomes.every(({ kind }) => kind === 'postponed');
    if (isDown) return deliveries.map(() => outcomes[0] ?? whole);
    outcomes.push(await handleOne(delivery, rules));
  }
  return outcomes;
}

async function handleOne<Payload>(delivery: Delivery<Payload>, rules: BatchRules<Payload>): Promise<Outcome> {
  const outcome = await attempt([delivery], rules);
  if (outcome.kind !== 'dead_lettered' || rules.onDeadLetter === undefined) return outcome;
  try {
    const { onDeadLetter } = rules;
    await inTraceOf(delivery.context.traceparent, () => onDeadLetter(delivery, outcome.error));
    return outcome;
  } catch (error) {
    // The dead letter must be seen: unless the record itself can never be stored, the message waits for it.
    return isOwnFault(error) ? outcome : retryAfter(error);
  }
}

async function attempt<Payload>(
  deliveries: readonly Delivery<Payload>[],
  { handler, maxAttempts, trace }: BatchRules<Payload>,
): Promise<Outcome> {
  try {
    await trace(deliveries, () => handler(deliveries));
    return DONE;
  } catch (error) {
    if (error instanceof RejectMessage) return { kind: 'dead_lettered', error };
    const isExhausted = isOwnFault(error) && deliveries.every((delivery) => delivery.attempt >= maxAttempts);
    return isExhausted ? { kind: 'dead_lettered', error } : retryAfter(error);
  }
}

const isOwnFault = (error: unknown): boolean =>
  error instanceof AppError ? OWN_FAULT.has(error.code) : isOfOwnData(error);

const retryAfter = (error: unknown): Outcome =>
  error instanceof AppError && error.code === 'unavailable'
    ? { kind: 'postponed', error }
    : { kind: 'retried', error, countsAsAttempt: isOwnFault(error) };
