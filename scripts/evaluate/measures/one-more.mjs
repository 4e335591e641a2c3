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

/** The time of a job that learns one more session on `count` sessions, against the job that learned all of them. */
export async function measureOneMore(learner, runs, count) {
  const agentId = learner.agent(`one-more-on-${count}`);
  const sessions = repeated(runs, count + REPEATS);
  const all = secondsOf(await learner.teach(agentId, eventsOfRuns(sessions.slice(0, count), agentId)));
  const more = [];
  for (const run of sessions.slice(count))
    more.push(secondsOf(await learner.teach(agentId, eventsOfRuns([run], agentId))));
  const one = more.sort((a, b) => a - b)[Math.floor(REPEATS / 2)];
  return { sessions: count, secondsForAll: all, secondsForOneMore: one, costOfOneMore: ratio(one, all) };
}
