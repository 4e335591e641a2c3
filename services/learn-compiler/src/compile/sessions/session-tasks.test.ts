import { describe, expect, it } from '@jest/globals';
import { sessionTasks, type TaskHints } from './session-tasks.ts';

const asks = (sessionId: string, request: string, values: string[] = [], task: string | null = null): TaskHints => ({
  sessionId,
  task,
  request,
  values,
});

/** Session ids by task, so that the names of tasks do not matter. */
function groups(sessions: readonly TaskHints[]): string[][] {
  const tasks = sessionTasks(sessions);
  const byTask = new Map<string, string[]>();
  sessions.forEach(({ sessionId }, at) => {
    const task = tasks[at] ?? '';
    byTask.set(task, [...(byTask.get(task) ?? []), sessionId]);
  });
  return [...byTask.values()].map((ids) => ids.sort()).sort();
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

  it('does not depend on the order of sessions', () => {
    const sessions = ['one two three four five', 'two three four five six', 'three four five six seven', 'other'].map(
      (request, at) => asks(String(at), request),
    );
    expect(groups([...sessions].reverse())).toEqual(groups(sessions));
  });
});
