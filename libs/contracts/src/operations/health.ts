import { defineOperation } from '../operation.ts';
import { healthSchema } from '../schemas/health.ts';

/** 200 when healthy; 503 `unhealthy` with the same record in `data` when a subsystem is degraded or unhealthy. */
export const getHealth = defineOperation({
  name: 'getHealth',
  summary: "Read the service's health",
  method: 'GET',
  path: '/v1/health',
  credential: 'public',
  scope: null,
  service: 'gateway',
  response: healthSchema,
});
