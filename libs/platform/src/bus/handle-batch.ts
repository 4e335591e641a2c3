import { AppError } from '@strata/kernel/errors';
import { RejectMessage, type Delivery } from './bus.ts';

/** What becomes of one message; the three ways to fail carry the reason. */
export type Outcome =
  { readonly kind: 'done' } | { readonly kind: 'retried' | 'postponed' | 'dead_lettered'; readonly error: unknown };

const DONE: Outcome = { kind: 'done' };

/** After so many in a row it is the dependency that is away, not a message that is bad. */
const UNAVAILABLE_IN_A_ROW = 2;

/**
 * Runs the handler over the batch and, when that fails, message by message. Never rejects.
 * @returns one outcome per delivery, in order.
 */
export async function handleBatch<Payload>(
  deliveries: readonly Delivery<Payload>[],
  handler: (deliveries: readonly Delivery<Payload>[]) => Promise<void>,
  maxAttempts: number,
): Promise<Outcome[]> {
  const whole = await attempt(deliveries, handler, maxAttempts);
  if (whole.kind === 'done' || deliveries.length === 1) return deliveries.map(() => whole);

  const outcomes: Outcome[] = [];
  for (const delivery of deliveries) {
    const away = outcomes.length === UNAVAILABLE_IN_A_ROW && outcomes.every(({ kind }) => kind === 'postponed');
    if (away) return deliveries.map(() => outcomes[0] ?? whole);
    outcomes.push(await attempt([delivery], handler, maxAttempts));
  }
  return outcomes;
}

async function attempt<Payload>(
  deliveries: readonly Delivery<Payload>[],
  handler: (deliveries: readonly Delivery<Payload>[]) => Promise<void>,
  maxAttempts: number,
): Promise<Outcome> {
  try {
    await handler(deliveries);
    return DONE;
  } catch (error) {
    if (error instanceof RejectMessage) return { kind: 'dead_lettered', error };
    if (error instanceof AppError && error.code === 'unavailable') return { kind: 'postponed', error };
    const exhausted = deliveries.every((delivery) => delivery.attempt >= maxAttempts);
    return { kind: exhausted ? 'dead_lettered' : 'retried', error };
  }
}
