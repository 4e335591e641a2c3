import { systemContext } from '@strata/kernel/actor';
import { decisionContextOf } from '@strata/policy/principal';
import type { TakenJob } from '../jobs/job-store.ts';
import type { ReadingParts } from '../reading/reading-parts.ts';
import type { LearnParts } from './learn.ts';

/** What the creator of a job may read now; everything if the service itself wants the job. */
export const createVisibleTo = ({
  engineFor,
  clock,
}: Pick<ReadingParts, 'engineFor' | 'clock'>): LearnParts['visibleTo'] =>
  async function visibleTo({ scope, creator, requestId, request }: TakenJob) {
    const context = creator === null ? systemContext(scope, requestId) : { scope, actor: creator, requestId };
    const engine = await engineFor(context);
    return engine.readFilters(decisionContextOf(context, clock.now(), request.agentId));
  };
