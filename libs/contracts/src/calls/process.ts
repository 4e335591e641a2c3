import { z } from 'zod';
import { defineAnnouncement, defineCall, type CallContract, type ServiceName } from '../message.ts';
import { HEALTH_STATUSES } from '../schemas/health.ts';

const stateRequest = z.object({});
const stateResponse = z.object({ status: z.enum(HEALTH_STATUSES) });
type StateCall = CallContract<typeof stateRequest, typeof stateResponse>;

/** Whether a service can work now, by its own checks. Every service serves it. */
export const readState = (service: ServiceName): StateCall =>
  defineCall({ service, name: 'readState', request: stateRequest, response: stateResponse, deadlineMs: 800 });

const count = z.number().int().nonnegative();

/** The load of one process, announced periodically. The gateway adds up the figures of all processes. */
export const processReported = defineAnnouncement({
  service: 'gateway',
  name: 'processReported',
  payload: z.object({
    service: z.string(),
    /** Identifies the process among those of its service. */
    instance: z.string(),
    /** Its pool of database connections; null without one. */
    connections: z.object({ total: count, idle: count, waiting: count, max: count }).nullable(),
    /** By command name: messages taken but not started, messages in handlers, and the age of the oldest in seconds. */
    consumers: z.record(
      z.string(),
      z.object({
        waiting: count,
        active: count,
        oldestSeconds: z.number(),
        /** The same in units of work, such as events. An earlier version does not send it: its messages count as one each. */
        units: z.object({ waiting: z.number(), active: z.number(), perMessage: z.number() }).optional(),
      }),
    ),
    /** Set in the last report of a process that stops. */
    isLeaving: z.boolean().default(false),
  }),
});
export type ProcessReport = z.output<typeof processReported.payload>;
