import { defineOperation } from '../operation.ts';
import { usageSchema } from '../schemas/usage.ts';

export const getUsageMetrics = defineOperation({
  name: 'getUsageMetrics',
  summary: "Read the partition's usage",
  method: 'GET',
  path: '/v1/usage-metrics',
  credential: 'api-key',
  scope: 'read',
  service: 'gateway',
  response: usageSchema,
});
