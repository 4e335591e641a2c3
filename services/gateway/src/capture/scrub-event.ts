import type { EventInput } from '@strata/contracts/schemas/event';
import type { CheckedEvent } from './check-event.ts';

/** An event without the secrets that were in it. */
export interface ScrubbedEvent {
  readonly input: EventInput;
  readonly secretsReplaced: number;
  /** What its ids come from, where it has an idempotency key: as different as keys are, and no secret in it. */
  readonly identity: string | undefined;
}

/**
 * Takes the secrets out of an event, before anything else looks at it. Errors: `unavailable` when nobody can say what the
 * tenant wants replaced: nothing goes on unscrubbed.
 */
export type ScrubEvent = (event: CheckedEvent, tenantId: string) => Promise<ScrubbedEvent>;

/** For deployments in which there are no secrets when events arrive. */
export const leaveAsSent: ScrubEvent = async ({ input }) => ({
  input,
  secretsReplaced: 0,
  identity: input.idempotencyKey,
});
