import { defineOperation } from '../operation.ts';
import { contextPackSchema, synthesizeRequestSchema } from '../schemas/synthesis.ts';

export const synthesize = defineOperation({
  name: 'synthesize',
  summary: 'Pack the context that fits a question and a token budget',
  method: 'POST',
  path: '/v1/synthesize',
  credential: 'api-key',
  scope: 'read',
  service: 'synthesis',
  body: synthesizeRequestSchema,
  response: contextPackSchema,
});
