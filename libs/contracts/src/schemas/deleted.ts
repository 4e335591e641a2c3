import { z } from 'zod';

/** The response to a deletion. `id` is the schema's name in the OpenAPI document. */
export const deletedSchema = (id: string, what: string) =>
  z.object({ id: z.string(), deleted: z.literal(true) }).meta({ id, description: `${what} that was deleted.` });
