import { createRandom } from '../../bench/workload/random.mjs';
import { distinct } from '../figures.mjs';

/** The items in a random order (Fisher and Yates); the same seed gives the same order. */
export function shuffle(items, seed) {
  const random = createRandom(seed);
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = random.between(0, last);
    [shuffled[last], shuffled[other]] = [shuffled[other], shuffled[last]];
  }
  return shuffled;
}

/** Halves runs by task, and pairs them both ways: what is learned from, and what is unseen. */
export function halves(runs, seed) {
  const tasks = shuffle(distinct(runs.map(({ task }) => task)).sort(), seed);
  const half = new Set(tasks.slice(0, Math.floor(tasks.length / 2)));
  const [one, two] = [runs.filter(({ task }) => half.has(task)), runs.filter(({ task }) => !half.has(task))];
  return [
    { known: one, unseen: two },
    { known: two, unseen: one },
  ];
}

/** Gives each task the outcomes of another task, so that nothing that agents do has to do with how runs end. */
export function dealOutcomes(runs, seed) {
  const tasks = distinct(runs.map(({ task }) => task));
  const outcomes = tasks.map((task) => runs.filter((run) => run.task === task).map(({ passed }) => passed));
  const dealt = new Map(shuffle(outcomes, seed).map((passed, at) => [tasks[at], passed]));
  const attempts = new Map();
  return runs.map((run) => {
    const attempt = attempts.get(run.task) ?? 0;
    attempts.set(run.task, attempt + 1);
    const given = dealt.get(run.task);
    const passed = given[attempt % given.length];
    const events = run.events.map((event) =>
      event.type === 'test_run' ? { ...event, payload: { ...event.payload, passed } } : event,
    );
    return { ...run, passed, events };
  });
}
