import { z } from 'zod';

/** The answer to a deletion; `id` is the name that the interface document gives it. */
export const deletedSchema = (id: string, what: string) =>
  z.object({ id: z.string(), deleted: z.literal(true) }).meta({ id, description: `${what} that is gone.` });
