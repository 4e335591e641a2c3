import { describe, expect, it } from '@jest/globals';
import { ended, supportSessions, used, writtenSessions } from '../../../test/sessions-fixture.ts';
import { readSessions } from '../sessions/read-sessions.ts';
import { symbolRoles } from '../sessions/symbol-roles.ts';
import type { ArtifactContents } from '@strata/contracts/schemas/artifact';
import { groupErrors } from './error-groups.ts';
import { findPlaybooks } from './find-playbooks.ts';

const NO_WRITERS = (): number => 0;

function playbooksOf(lines: Parameters<typeof writtenSessions>[0]): ArtifactContents['failure_playbook'][] {
  const sessions = readSessions(writtenSessions(lines));
  return findPlaybooks(groupErrors(sessions), symbolRoles(sessions), NO_WRITERS).flatMap((draft) =>
    draft.type === 'failure_playbook' ? [draft.content] : [],
  );
}

describe('failure playbooks', () => {
  const playbooks = playbooksOf(supportSessions());

  it('exist for each kind of error that occurred at least twice, with its true count', () => {
    expect(playbooks.map(({ errorSignature, occurrences }) => [errorSignature, occurrences])).toEqual([
      ['Error: order <n> was not looked up', 8],
      ['Error: order <n> does not exist in this region', 3],
    ]);
  });

  it('state what was tried next and how often it helped', () => {
    expect(playbooks[1]?.recovery).toEqual([
      {
        action: 'Use list_orders first, then get_order again',
        tool: 'list_orders',
        arguments: { customer: '<customer>' },
        successRate: 1,
        support: 3,
        writers: 0,
      },
    ]);
  });

  it('advise against what was tried and failed again', () => {
    expect(playbooks[0]).toMatchObject({
      recovery: [],
      avoid: ['Use refund_order again unchanged: did not help 4 of 4 times'],
    });
  });

  it('name the arguments that a successful retry changed', () => {
    const retry = (n: number) => [
      ...used('pay', { method: `card_${String(n)}`, amount: '10' }, 'Error: method declined by bank'),
      ...used('pay', { method: `gift_${String(n)}`, amount: '10' }, 'paid'),
    ];
    expect(playbooksOf([retry(1), retry(2), retry(3)])[0]?.recovery[0]).toMatchObject({
      action: 'Use pay again with a different method',
      arguments: { method: '<method>' },
      successRate: 1,
      support: 3,
    });
  });

  it('count a recovery as helpful only if the session did not fail in the end', () => {
    const stuck = [
      ...used('find_user', { name: 'x' }, 'Error: no such user'),
      ...used('ask_colleague', { topic: 'user' }, 'done'),
    ];
    const lost = [...stuck, ended(false)];
    expect(playbooksOf([lost, lost, [...stuck, ended(true)]])[0]?.recovery).toMatchObject([
      { action: 'Use ask_colleague instead', successRate: 0.333, support: 3 },
    ]);
    expect(playbooksOf([stuck, stuck, stuck])[0]?.recovery).toMatchObject([{ successRate: 1, support: 3 }]);
  });

  describe('of a step that takes the error away in sessions that fail', () => {
    const again = [
      ...used('save_file', { name: 'x' }, 'Error: disk is busy'),
      ...used('save_file', { name: 'x' }, 'saved'),
      ended(false),
    ];
    const elsewhere = (passed: boolean) => [
      ...used('save_file', { name: 'x' }, 'Error: disk is busy'),
      ...used('pick_disk', { name: 'y' }, 'done'),
      ended(passed),
    ];

    it('say that nothing helped', () => {
      expect(playbooksOf([again, again, elsewhere(false)])[0]).toMatchObject({
        recovery: [
          { action: 'Use save_file again unchanged; it took the error away, but the sessions failed', successRate: 0 },
        ],
        avoid: [],
      });
    });

    it('advise against it if another action was clearly better', () => {
      expect(playbooksOf([again, again, again, ...Array.from({ length: 5 }, () => elsewhere(true))])[0]).toMatchObject({
        recovery: [{ action: 'Use pick_disk instead', successRate: 1, support: 5 }],
        avoid: ['Use save_file again unchanged: did not help 3 of 3 times'],
      });
    });
  });

  it('treat a word as variable if three or more occur at its position', () => {
    const fail = (name: string) => used('find_user', { name }, `Error: no user called ${name} was found`);
    expect(playbooksOf(['anna', 'ben', 'cleo'].map(fail))[0]?.errorSignature).toBe(
      'Error: no user called <value> was found',
    );
    expect(playbooksOf(['anna', 'ben'].map(fail))).toEqual([]);
  });

  it('quote a failing final test that nothing followed', () => {
    const failing: Parameters<typeof writtenSessions>[0][number] = [
      ...used('edit_file', { path: 'a' }, 'done'),
      ['test_run', { name: 'ci', passed: false, output: 'Error: expected 3 rows, got 2' }],
    ];
    expect(playbooksOf([failing, failing])).toMatchObject([
      { symptom: 'test ci fails with "Error: expected <n> rows, got <n>"', occurrences: 2, recovery: [], avoid: [] },
    ]);
  });

  it('learn from commands as from tools', () => {
    const push = (n: number): Parameters<typeof writtenSessions>[0][number] => [
      [
        'command_exec',
        { command: `git push origin fix-${String(n)}`, exitCode: 1, stderr: 'error: failed to push some refs' },
      ],
      ['command_exec', { command: 'git pull --rebase', exitCode: 0, stdout: 'done' }],
      ['command_exec', { command: `git push origin fix-${String(n)}`, exitCode: 0, stdout: 'done' }],
    ];
    expect(playbooksOf([push(1), push(2)])).toMatchObject([
      {
        symptom: 'git push fails with "error: failed to push some refs"',
        recovery: [{ action: 'Run git pull first, then git push again', successRate: 1, support: 2 }],
      },
    ]);
  });
});
