/** The load generator, in a process of its own so that it does not block the measured code. Tasks and results go over IPC. */
import { eventsOf, inGroups } from '../workload/events.mjs';
import { answerTasks } from './answer-tasks.mjs';
import { sendRequests } from './http-load.mjs';
import { offerRequests } from './offered-load.mjs';
import { sendProbes } from './probe-load.mjs';
import { insertRows, runQueries } from './sql-load.mjs';

const prepared = new Map();

/** Creates the input of a task once per description, before the time is measured. */
function once(kind, workload, make) {
  const key = JSON.stringify([kind, workload]);
  if (!prepared.has(key)) prepared.set(key, make());
  return prepared.get(key);
}

const groupsOf = (workload, size) => once(`groups of ${size}`, workload, () => [...inGroups(eventsOf(workload), size)]);

const bodiesOf = (workload, batch) =>
  once(`bodies of ${batch ?? 1}`, workload, () =>
    batch === undefined
      ? [...eventsOf(workload)].map((event) => JSON.stringify(event))
      : groupsOf(workload, batch).map((events) => JSON.stringify({ events })),
  );

const TASKS = {
  /** @param {{workload: object, batch?: number}} task `batch` events per body, or one if it is absent */
  capture: ({ workload, batch, ...load }) =>
    sendRequests({ ...load, method: 'POST', bodies: bodiesOf(workload, batch) }),
  /** At a rate: single events of a workload, or the given bodies. */
  offer: ({ workload, bodies, ...load }) =>
    offerRequests({ ...load, method: 'POST', bodies: bodies ?? bodiesOf(workload) }),
  probe: sendProbes,
  post: (load) => sendRequests({ ...load, method: 'POST' }),
  insert: ({ workload, statementRows, ...load }) => insertRows({ ...load, groups: groupsOf(workload, statementRows) }),
  query: runQueries,
};

answerTasks(TASKS);
