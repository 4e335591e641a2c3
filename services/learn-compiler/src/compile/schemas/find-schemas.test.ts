import { describe, expect, it } from '@jest/globals';
import { ended, said, supportSessions, used, writtenSessions } from '../../../test/sessions-fixture.ts';
import { readSessions } from '../sessions/read-sessions.ts';
import { symbolRoles } from '../sessions/symbol-roles.ts';
import type { ArtifactContents } from '@strata/contracts/schemas/artifact';
import { buildSchema } from './build-schema.ts';
import { findSchemas } from './find-schemas.ts';
import { isSubsequence } from './subsequence.ts';

const NO_WRITERS = (): number => 0;

function schemasOf(lines: Parameters<typeof writtenSessions>[0]): ArtifactContents['task_schema'][] {
  const sessions = readSessions(writtenSessions(lines));
  return findSchemas(sessions, symbolRoles(sessions), NO_WRITERS).flatMap((draft) =>
    draft.type === 'task_schema' ? [draft.content] : [],
  );
}

const tools = ({ steps }: ArtifactContents['task_schema']) => steps.map(({ tool }) => tool);

describe('task schemas', () => {
  const schemas = schemasOf(supportSessions());
  const refund = schemas.find((schema) => tools(schema).includes('refund_order'));

  it('are the sequences of successful sessions', () => {
    expect(schemas.map(tools)).toEqual(
      expect.arrayContaining([
        ['get_order', 'refund_order'],
        ['list_orders', 'get_order', 'send_tracking'],
      ]),
    );
  });

  it('state support and success rate over all sessions that contain the sequence', () => {
    expect(refund).toMatchObject({ support: 6, successRate: 0.857 });
  });

  it('keep constant arguments and turn variable ones into parameters with their source', () => {
    expect(refund?.steps[1]?.arguments).toEqual({ order_id: '<order_id>', reason: 'damaged' });
    expect(refund?.steps[0]?.description).toBe('Takes order_id from the user.');
  });

  it('use the words of the requests', () => {
    expect(refund?.goal).toMatch(/^Refund order\. Requests speak of: .*refund/);
  });

  it('show a tool’s change that went well in a single session', () => {
    expect(
      schemasOf([
        ...supportSessions(),
        [
          said('user', 'Close my account'),
          ...used('get_user', { id: 'u1' }, { id: 'u1' }),
          ...used('close_account', { id: 'u1' }, 'closed'),
          ended(true),
        ],
      ]).map(tools),
    ).toContainEqual(['get_user', 'close_account']);
  });

  it('otherwise need two successful sessions, unless fewer than three would remain', () => {
    const edited = (path: string): Parameters<typeof writtenSessions>[0][number] => [
      ['command_exec', { command: 'git pull', exitCode: 0, stdout: 'ok' }],
      ['command_exec', { command: `cat ${path}`, exitCode: 0, stdout: 'x' }],
      ['file_edit', { path, success: true }],
      ended(true),
    ];
    const single = ({ support }: ArtifactContents['task_schema']) => support === 1;
    const twice = ['a.ts', 'a.sql', 'a.py'].flatMap((path) => [edited(path), edited(path)]);
    expect(schemasOf([...twice, edited('a.css')]).filter(single)).toEqual([]);
    const [only] = schemasOf([edited('a.css')]);
    expect(only).toMatchObject({ support: 1, goal: 'Edit .css files. Only one session shows this way' });
  });

  it('need successful sessions, and more than talk', () => {
    expect(schemasOf(supportSessions().map((lines) => lines.filter(([type]) => type !== 'test_run')))).toEqual([]);
    expect(schemasOf([[said('user', 'hello'), said('assistant', 'what can I do?'), ended(true)]])).toEqual([]);
  });

  it('mark a read as optional if runs without it succeed as often', () => {
    const run = (n: number, looks: boolean) => [
      ...used('find_user', { n }, `u_${String(n)}`),
      ...(looks ? used('get_history', { n }, 'none') : []),
      ...used('get_item', { n }, { n }),
      ...used('book_item', { n }, 'booked'),
      ended(true),
    ];
    const sessions = readSessions(
      writtenSessions([...[1, 2, 3, 4, 5, 6].map((n) => run(n, true)), ...[7, 8, 9, 10].map((n) => run(n, false))]),
    );
    const symbols = ['find_user', 'get_history', 'get_item', 'book_item'];
    const successful = sessions.filter(({ acts }) =>
      isSubsequence(
        symbols,
        acts.map(({ symbol }) => symbol),
      ),
    );
    const { content } = buildSchema({ symbols, successful, failed: [] }, sessions, symbolRoles(sessions), NO_WRITERS);
    expect(content).toMatchObject({ support: 6, successRate: 1 });
    expect('steps' in content && content.steps.filter(({ optional }) => optional).map(({ tool }) => tool)).toEqual([
      'get_history',
    ]);
  });
});
