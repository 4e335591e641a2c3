import { expect, it } from '@jest/globals';
import { eventually } from '@strata/testkit/eventually';
import type { ChildProcess } from 'node:child_process';
import { codingSessions } from '../fixtures/coding-sessions.ts';
import type { CliFixture } from './cli-fixture.ts';

interface Node {
  readonly id: string;
  readonly kind: string;
  readonly at?: string;
  readonly text?: string;
  readonly by?: string;
  readonly outcome?: string;
  readonly sources?: readonly Node[];
  readonly moreSources?: number;
  readonly usedIn?: readonly Node[];
}

/** `why` shows what a memory or an artifact rests on, as a tree. */
export function lineageRules(fixture: () => CliFixture): void {
  const why = async (id: string, ...args: readonly string[]): Promise<Node> => {
    const { code, out, err } = await fixture().strata(['why', id, '--json', ...args]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return JSON.parse(out) as Node;
  };

  it('shows under an artifact its memories, and under each its events, with who, when, where and how it ended', async () => {
    const { api } = fixture();
    await api.captureBatch({ events: codingSessions(8) } as Parameters<typeof api.captureBatch>[0]);
    await fixture().strata(['learn', '--watch']);
    const { items } = await api.listArtifacts({ limit: 100 });
    const artifact = items.find(({ type, sourceMemories }) => type === 'failure_playbook' && sourceMemories.length > 2);
    expect(artifact).toBeDefined();
    const id = artifact?.id ?? '';

    const tree = await why(id);
    expect(tree).toMatchObject({ id, kind: 'artifact', text: expect.any(String), at: expect.stringMatching(/Z$/u) });
    const [memory] = (tree.sources ?? []).filter(({ kind }) => kind === 'memory');
    const [event] = memory?.sources ?? [];
    expect(memory).toMatchObject({ kind: 'memory', text: expect.any(String), at: expect.stringMatching(/Z$/u) });
    expect(event).toMatchObject({ kind: 'event', by: expect.any(String), at: expect.stringMatching(/Z$/u) });
    const outcomes = (tree.sources ?? []).flatMap(({ sources = [] }) => sources).map(({ outcome }) => outcome);
    expect(outcomes).toContain('failed');

    const { out } = await fixture().strata(['why', id]);
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toContain(id);
    expect(lines.some((line) => /^[├└]─ mem_/u.test(line))).toBe(true);
    expect(lines.some((line) => /^[│ ] {2}[├└]─ evt_\w+ {2}\S/u.test(line))).toBe(true);

    const one = await why(id, '--limit', '1');
    expect(one.sources).toHaveLength(1);
    expect(one.moreSources).toBeGreaterThan(0);
    expect((await fixture().strata(['why', id, '--limit', '1'])).out).toMatch(/└─ and \d+ more/u);

    const used = await why(memory?.id ?? '');
    expect(used.usedIn?.map((each) => each.id)).toContain(id);
    expect((await fixture().strata(['why', memory?.id ?? ''])).out).toMatch(new RegExp(`used in ${id}`, 'u'));
  });

  it('shows an event with what was said, and names what is gone', async () => {
    const { out } = await fixture().strata([
      'capture',
      'The quay is closed on Sundays.',
      '--role',
      'Ada',
      '--user',
      'u1',
    ]);
    const id = out.trim();
    expect(await why(id)).toMatchObject({
      id,
      kind: 'event',
      by: 'Ada, about u1',
      text: 'The quay is closed on Sundays.',
    });
    const gone = await fixture().strata(['why', `mem_${'0'.repeat(32)}`]);
    expect(gone).toMatchObject({ code: 4, out: '', err: expect.stringContaining('There is nothing with the id') });
  });

  it('follows what the jobs of a tenant do, until it is interrupted', async () => {
    const lines: string[] = [];
    let child: ChildProcess | undefined;
    const following = fixture().strata(['jobs', 'tail', '--json'], {
      during: (started) => {
        child = started;
        started.stdout?.on('data', (text: Buffer) => lines.push(...text.toString().trimEnd().split('\n')));
      },
    });
    const [before] = await eventually(() => lines.length > 0 && lines.map((line) => JSON.parse(line) as Tail));
    await fixture().strata(['capture', 'The lock of the canal opens at nine.', '--user', 'u2']);
    await fixture().strata(['learn', '--watch']);
    await fixture().strata(['forget', '--user', 'u2', '--yes']);
    const seen = await eventually(() => {
      const all = lines.map((line) => JSON.parse(line) as Tail);
      return all.some(({ job }) => job?.type === 'erasure' && job.status === 'completed') && all;
    });
    expect(seen.some(({ learnJobs = 0 }) => learnJobs > (before?.learnJobs ?? 0))).toBe(true);
    child?.kill('SIGINT');
    expect(await following).toMatchObject({ code: 130, err: '' });
  });
}

interface Tail {
  readonly learnJobs?: number;
  readonly job?: { readonly type: string; readonly status: string };
}
