import type { describeSubject } from '@strata/contracts/calls/learn';
import type { RequestContext } from '@strata/kernel/actor';
import type { z } from 'zod';

/** A stored memory or artifact, as far as policies look at it. Errors: `unavailable`. */
export type DescribeSubject = (
  request: z.input<typeof describeSubject.request>,
  context: RequestContext,
) => Promise<z.output<typeof describeSubject.response>>;
