import { describe, expect, it } from '@jest/globals';
import { supportSessions, used, writtenSessions } from '../../../test/written-sessions.ts';
import { readSessions } from '../sessions/read-sessions.ts';
import { symbolRoles } from '../sessions/symbol-roles.ts';
import type { FailurePlaybookContent } from '../types.ts';
import { groupErrors } from './error-groups.ts';
import { findPlaybooks } from './find-playbooks.ts';

function playbooksOf(lines: Parameters<typeof writtenSessions>[0]): FailurePlaybookContent[] {
  const sessions = readSessions(writtenSessions(lines));
  return findPlaybooks(groupErrors(sessions), symbolRoles(sessions)).flatMap((draft) =>
    draft.type === 'failure_playbook' ? [draft.content] : [],
  );
}

describe('failure playbooks', () => {
  const playbooks = playbooksOf(supportSessions());

  it('are one for each kind of error that came twice or more, with its true number', () => {
    expect(playbooks.map(({ errorSignature, occurrences }) => [errorSignature, occurrences])).toEqual([
      ['Error: order <n> was not looked up', 8],
      ['Error: order <n> does not exist in this region', 3],
    ]);
  });

  it('tell what was tried next and how often it helped', () => {
    expect(playbooks[1]?.recovery).toEqual([
      {
        action: 'Use list_orders first, then get_order again',
        tool: 'list_orders',
        arguments: { customer: '<customer>' },
        successRate: 1,
        support: 3,
      },
    ]);
  });

  it('warn of what was tried and failed again', () => {
    expect(playbooks[0]).toMatchObject({
      recovery: [],
      avoid: ['Use refund_order again unchanged: failed 4 of 4 times'],
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

  it('take a word for a parameter where three or more stand in its place', () => {
    const fail = (name: string) => used('find_user', { name }, `Error: no user called ${name} was found`);
    expect(playbooksOf(['anna', 'ben', 'cleo'].map(fail))[0]?.errorSignature).toBe(
      'Error: no user called <value> was found',
    );
    expect(playbooksOf(['anna', 'ben'].map(fail))).toEqual([]);
  });

  it('tell what a failing final test says, which nothing followed', () => {
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
