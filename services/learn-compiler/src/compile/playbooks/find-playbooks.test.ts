import { describe, expect, it } from '@jest/globals';
import { ended, supportSessions, used, writtenSessions } from '../../../test/sessions-fixture.ts';
import { readSessions } from '../sessions/read-sessions.ts';
import type { Session } from '../sessions/session.ts';
import { symbolRoles } from '../sessions/symbol-roles.ts';
import type { ArtifactContents } from '@strata/contracts/schemas/artifact';
import { Memo } from '../memo.ts';
import { groupErrors } from './error-groups.ts';
import { findPlaybooks } from './find-playbooks.ts';

const NO_WRITERS = (): number => 0;

function playbooksOf(lines: Parameters<typeof writtenSessions>[0]): ArtifactContents['failure_playbook'][] {
  return contentsOf(readSessions(writtenSessions(lines)));
}

function contentsOf(sessions: Session[]): ArtifactContents['failure_playbook'][] {
  const memo = new Memo();
  return findPlaybooks(groupErrors(sessions, memo), symbolRoles(sessions), NO_WRITERS, memo).flatMap((draft) =>
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
        sessionSuccessRate: 1,
        tasks: 3,
        sessions: 3,
        writers: 0,
      },
    ]);
  });

  it('advise against what was tried and failed again', () => {
    expect(playbooks[0]).toMatchObject({
      recovery: [],
      avoid: ['Use refund_order again unchanged: helped 0 of 4'],
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

  it('show no amount or id that only one task had', () => {
    const tried = () => [
      ...used('refund', { amount: '54.04', unit: 'cent' }, 'Error: the amount is too high for this store'),
      ...used('refund', { amount: '54.00', unit: 'euro' }, 'done'),
      ended(true),
    ];
    const sessions = writtenSessions(Array.from({ length: 6 }, tried));
    const read = (task: (at: number) => string) =>
      readSessions(
        sessions.map((session, at) => ({
          ...session,
          steps: session.steps.map((step) => ({ ...step, task: task(at) })),
        })),
      );
    const given = (task: (at: number) => string) =>
      contentsOf(read(task)).map(({ recovery }) => recovery[0]?.arguments);
    expect(given(() => 'one')).toEqual([{ amount: '<amount>', unit: 'euro' }]);
    expect(given((at) => `task ${String(at)}`)).toEqual([{ amount: '54.00', unit: 'euro' }]);
  });

  it('credit what took the place of a step only if the session did not fail in the end', () => {
    const stuck = [
      ...used('find_user', { name: 'x' }, 'Error: no such user'),
      ...used('ask_colleague', { topic: 'user' }, 'done'),
    ];
    const lost = [...stuck, ended(false)];
    const found = [...stuck, ended(true)];
    expect(playbooksOf([lost, lost, found, found])[0]?.recovery).toMatchObject([
      { action: 'Use ask_colleague instead', successRate: 0.5, support: 4 },
    ]);
    expect(playbooksOf([stuck, stuck, stuck])[0]?.recovery).toMatchObject([{ successRate: 1, support: 3 }]);
  });

  it('credit what made the failed step work, and tell apart how the sessions ended', () => {
    const again = (passed: boolean) => [
      ...used('save_file', { name: 'x' }, 'Error: disk is busy'),
      ...used('save_file', { name: 'x' }, 'saved'),
      ended(passed),
    ];
    expect(playbooksOf([again(false), again(false), again(true)])[0]).toMatchObject({
      recovery: [
        { action: 'Use save_file again unchanged', successRate: 1, support: 3, sessions: 3, sessionSuccessRate: 0.333 },
      ],
      avoid: [],
    });
  });

  it('say if an error was overcome for nothing', () => {
    const run = (n: number, passed: boolean) => [
      ...used('pay', { method: `card_${String(n)}` }, 'Error: method declined by bank'),
      ...used('pay', { method: `gift_${String(n)}` }, 'paid'),
      ended(passed),
    ];
    const action = (...results: boolean[]) =>
      playbooksOf(results.map((passed, n) => run(n, passed)))[0]?.recovery[0]?.action;
    expect(action(false, false, false)).toBe(
      'Use pay again with a different method; the error goes, but all 3 sessions failed in the end',
    );
    expect(action(false, true, false)).toBe('Use pay again with a different method');
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

  it('take nothing that was read after a failed test for what took its place', () => {
    const mended = (file: string): Parameters<typeof writtenSessions>[0][number] => [
      ['test_run', { name: 'ci', passed: false, output: 'Error: expected 3 rows, got 2' }],
      ...used('read_file', { path: file }, 'rows'),
      ...used('edit_file', { path: file }, 'done'),
      ended(true),
    ];
    const actions = playbooksOf([mended('a'), mended('b')]).flatMap(({ recovery }) =>
      recovery.map(({ action }) => action),
    );
    expect(actions.filter((action) => action.includes('read_file'))).toEqual([]);
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
        recovery: [
          { action: 'Run git pull --rebase', arguments: { command: 'git pull --rebase' }, successRate: 1, support: 2 },
        ],
      },
    ]);
  });
});
