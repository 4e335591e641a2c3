import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { requestTokens, SessionTasks, type TaskHints } from './session-tasks.ts';

const asks = (id: string, request: string, values: string[] = [], task: string | null = null): TaskHints => ({
  id,
  task,
  tokens: requestTokens(request, values),
});

/** Session ids by task, so that the names of tasks do not matter. */
function groupsIn(tasks: SessionTasks, sessions: readonly TaskHints[]): string[][] {
  const byTask = new Map<string, string[]>();
  for (const session of sessions) {
    const task = tasks.taskOf(session);
    byTask.set(task, [...(byTask.get(task) ?? []), session.id]);
  }
  return [...byTask.values()].map((ids) => ids.sort()).sort();
}

function groups(sessions: readonly TaskHints[]): string[][] {
  const tasks = new SessionTasks();
  for (const session of sessions) tasks.add(session);
  return groupsIn(tasks, sessions);
}

describe('a task', () => {
  it('is what the client names', () => {
    expect(groups([asks('a', 'one', [], '7'), asks('b', 'two', [], '7'), asks('c', 'one', [], '8')])).toEqual([
      ['a', 'b'],
      ['c'],
    ]);
  });

  it('is a cluster of requests that say the same about the same things, without a name', () => {
    const cancel = 'Please cancel the blue kettle from my last order, it was bought twice';
    expect(
      groups([
        asks('a', cancel, ['x1']),
        asks('b', `${cancel} by mistake`, ['x1']),
        asks('c', 'Where is my parcel with the red lamp', ['x2']),
      ]),
    ).toEqual([['a', 'b'], ['c']]);
  });

  it('differs if the same words are about other things', () => {
    expect(groups([asks('a', 'Cancel my order', ['x1']), asks('b', 'Cancel my order', ['x2'])])).toEqual([
      ['a'],
      ['b'],
    ]);
  });

  it('is the session itself without a request', () => {
    expect(groups([asks('a', ''), asks('b', '')])).toEqual([['a'], ['b']]);
  });

  it('depends only on which sessions there are, not on their order or on those that were removed', () => {
    const words = ['lamp', 'kettle', 'parcel', 'refund', 'track', 'blue'];
    const request = fc.subarray(words, { minLength: 0 }).map((some) => some.join(' '));
    fc.assert(
      fc.property(
        fc.array(request, { maxLength: 14 }),
        fc.array(fc.nat({ max: 13 })),
        fc.nat({ max: 14 }),
        (all, gone, half) => {
          const sessions = all.map((text, at) => asks(String(at), text));
          const kept = sessions.filter((_, at) => !gone.includes(at));
          const tasks = new SessionTasks();
          for (const session of sessions.slice(0, half)) tasks.add(session);
          groupsIn(tasks, sessions.slice(0, half));
          for (const session of sessions.slice(half).reverse()) tasks.add(session);
          groupsIn(tasks, sessions);
          for (const at of new Set(gone)) if (sessions[at] !== undefined) tasks.remove(sessions[at]);
          expect(groupsIn(tasks, kept)).toEqual(groups(kept));
        },
      ),
    );
  });
});
