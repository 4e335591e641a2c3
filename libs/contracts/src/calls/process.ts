import { z } from 'zod';
import { defineAnnouncement, defineCall, type CallContract, type ServiceName } from '../message.ts';
import { HEALTH_STATUSES } from '../schemas/health.ts';

const stateRequest = z.object({});
const stateResponse = z.object({ status: z.enum(HEALTH_STATUSES) });
type StateCall = CallContract<typeof stateRequest, typeof stateResponse>;

/** Whether a service can do its work now, by its own checks. Every service answers it. */
export const readState = (service: ServiceName): StateCall =>
  defineCall({ service, name: 'readState', request: stateRequest, response: stateResponse, deadlineMs: 800 });

const count = z.number().int().nonnegative();

/** What one process has in hand. Announced again and again, for whoever adds up the figures of all processes. */
export const processReported = defineAnnouncement({
  service: 'gateway',
  name: 'processReported',
  payload: z.object({
    service: z.string(),
    /** Tells the processes of a service apart. */
    instance: z.string(),
    /** Its pool of database connections; null without one. */
    connections: z.object({ total: count, idle: count, waiting: count, max: count }).nullable(),
    /** Messages taken of each command, by the command's name: not begun with, and in handlers; and the age of the oldest. */
    consumers: z.record(z.string(), z.object({ waiting: count, active: count, oldestSeconds: z.number() })),
    /** The last word of a process that stops. */
    isLeaving: z.boolean().default(false),
  }),
});
export type ProcessReport = z.output<typeof processReported.payload>;
