import type { describeSubject } from '@strata/contracts/calls/learn';
import type { RequestContext } from '@strata/kernel/actor';
import type { z } from 'zod';

/** What is stored of a memory or an artifact, as policies look at it. Errors: `unavailable`. */
export type SubjectSource = (
  question: z.input<typeof describeSubject.request>,
  context: RequestContext,
) => Promise<z.output<typeof describeSubject.response>>;
