import { describe, expect, it } from '@jest/globals';
import { createGroupCommit } from './group-commit.ts';

interface Commit {
  readonly items: readonly string[];
  readonly end: (error?: Error) => void;
}

/** Commits that wait until the test ends them. Items share a commit if they begin with the same letter. */
function openGroups() {
  const commits: Commit[] = [];
  const add = createGroupCommit<string, string>({
    keyOf: (item) => item.charAt(0),
    commit: (items) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => {
          if (error === undefined) resolve(items.map((item) => `${item} stored`));
          else reject(error);
        };
        commits.push({ items, end });
      }),
  });
  const begun = async (count: number): Promise<Commit> => {
    for (;;) {
      const commit = commits[count - 1];
      if (commit !== undefined) return commit;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { add, begun };
}

describe('A group commit', () => {
  it('stores what arrives during a commit in the next one, and returns to each item its own result', async () => {
    const { add, begun } = openGroups();
    const first = add('a1');
    (await begun(1)).end();
    const second = add('a2');
    const running = await begun(2);
    const others = [add('a3'), add('a4')];
    running.end();
    const last = await begun(3);
    expect(last.items).toEqual(['a3', 'a4']);
    last.end();
    expect(await Promise.all([first, second, ...others])).toEqual(['a1 stored', 'a2 stored', 'a3 stored', 'a4 stored']);
  });

  it('does not wait for the commit of another key', async () => {
    const { add, begun } = openGroups();
    const slow = add('a1');
    const waiting = await begun(1);
    const fast = add('b1');
    (await begun(2)).end();
    expect(await fast).toBe('b1 stored');
    waiting.end();
    expect(await slow).toBe('a1 stored');
  });

  it('that fails rejects its items, and not those of the next one', async () => {
    const { add, begun } = openGroups();
    const failed = [add('a1'), add('a2')];
    const outcome = Promise.allSettled(failed);
    (await begun(1)).end(new Error('away'));
    expect((await outcome).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = add('a3');
    (await begun(2)).end();
    expect(await next).toBe('a3 stored');
  });
});
