import { ratio } from '../figures.mjs';
import { eventsOfRuns } from '../learner.mjs';

const REPEATS = 3;

/** `count` sessions: the runs again and again, each round as other tasks. */
function repeated(runs, count) {
  return Array.from({ length: count }, (_, at) => {
    const round = Math.floor(at / runs.length);
    const run = runs[at % runs.length];
    return { ...run, id: `${run.id}-${round}`, task: `${run.task}-${round}` };
  });
}

const secondsOf = ({ startedAt, finishedAt }) => (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000;

/**
 * The time of a job that learns one more session on `count` sessions, against one that compiles all of them. The first job
 * after a start compiles all; a service that cannot be started again is compared with the job that learned all of them.
 * @param {{restart?: () => Promise<void>}} service
 */
export async function measureOneMore(learner, service, runs, count) {
  const agentId = learner.agent(`one-more-on-${count}`);
  const sessions = repeated(runs, count + 1 + REPEATS);
  const teach = async (some) => secondsOf(await learner.teach(agentId, eventsOfRuns(some, agentId)));
  const secondsToLearnAll = await teach(sessions.slice(0, count));
  await service.restart?.();
  const afterStart = await teach(sessions.slice(count, count + 1));
  const secondsToCompileAll = service.restart === undefined ? secondsToLearnAll : afterStart;
  const more = [];
  for (const run of sessions.slice(count + 1)) more.push(await teach([run]));
  const secondsForOneMore = more.sort((a, b) => a - b)[Math.floor(REPEATS / 2)];
  return {
    sessions: count,
    secondsToLearnAll,
    secondsToCompileAll,
    secondsForOneMore,
    costOfOneMore: ratio(secondsForOneMore, secondsToCompileAll),
  };
}
