import { AppError } from '@strata/kernel/errors';
import { RejectMessage, type Delivery } from './bus.ts';

/** How handling one command ended. */
export type Outcome =
  { readonly kind: 'done' } | { readonly kind: 'retried' | 'postponed' | 'dead_lettered'; readonly error: unknown };

const DONE: Outcome = { kind: 'done' };

/** After this many in a row the dependency is down, and the remaining messages are not tried. */
const UNAVAILABLE_IN_A_ROW = 2;

/**
 * Handles the batch and, if that fails, each message by itself. Returns one outcome per delivery, in order. Never rejects.
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
    const isDown = outcomes.length === UNAVAILABLE_IN_A_ROW && outcomes.every(({ kind }) => kind === 'postponed');
    if (isDown) return deliveries.map(() => outcomes[0] ?? whole);
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
