import { describe, expect, it } from '@jest/globals';
import { ended, said, used, writtenSessions } from '../../../test/sessions-fixture.ts';
import { readSessions } from './read-sessions.ts';
import { symbolRoles } from './symbol-roles.ts';

describe('sessions', () => {
  it('join calls with their results by id, else in order', () => {
    const [session] = readSessions(
      writtenSessions([
        [
          ['tool_call', { tool_name: 'a', input: {}, call_id: '1' }],
          ['tool_call', { tool_name: 'a', input: {}, call_id: '2' }],
          ['tool_result', { tool_name: 'a', output: 'Error: second', call_id: '2' }],
          ['tool_result', { tool_name: 'a', output: 'first', call_id: '1' }],
          ['tool_call', { tool_name: 'b', input: {} }],
          ['tool_result', { output: 'third' }],
        ],
      ]),
    );
    expect(session?.acts.map(({ symbol, outcome }) => [symbol, outcome])).toEqual([
      ['a', 'ok'],
      ['a', 'error'],
      ['b', 'ok'],
    ]);
  });

  it('record the source of an argument', () => {
    const [session] = readSessions(
      writtenSessions([
        [
          said('user', 'My mail is ana@example.com'),
          ...used('find_user', { email: 'ana@example.com' }, { user_id: 'ana_77' }),
          ...used('get_user', { user_id: 'ana_77' }, { name: 'Ana' }),
        ],
      ]),
    );
    expect(session?.acts.map(({ sources }) => sources)).toEqual([{ email: 'user' }, { user_id: 'find_user' }]);
  });

  it('are sorted by arrival', () => {
    const written = writtenSessions([used('one', {}, 'x'), used('two', {}, 'x')]);
    expect(readSessions([...written].reverse())).toEqual(readSessions(written));
  });

  it.each([
    ['a final test run', [...used('a', {}, 'x'), ended(false)], false],
    ['the last of several test runs', [ended(false), ...used('a', {}, 'x'), ended(true)], true],
    [
      'a verdict before a test run',
      [...used('a', {}, 'x'), ['message', { role: 'user', content: 'ok', resolved: true }], ended(false)],
      true,
    ],
    ['an exit code', [['command_exec', { command: 'make', exitCode: 2 }]], false],
    ['a stated result', [['tool_result', { tool_name: 'a', output: 'x', success: true }]], true],
    ['nothing', used('a', {}, 'x'), null],
  ] as const)('read the outcome from %s', (_, lines, succeeded) => {
    expect(readSessions(writtenSessions([lines as never]))[0]?.succeeded).toBe(succeeded);
  });

  it('in which nothing was done are left out', () => {
    expect(readSessions(writtenSessions([[said('user', 'hello there'), ended(true)]]))).toEqual([]);
  });

  it('have a verdict only from a verdict or a test run', () => {
    const lines = [used('a', {}, { success: true }), [...used('a', {}, 'x'), ended(true)]];
    const results = readSessions(writtenSessions([[['command_exec', { command: 'make', exitCode: 0 }]], ...lines]));
    expect(results.map(({ succeeded, verdict }) => [succeeded, verdict])).toEqual([
      [true, null],
      [null, null],
      [true, true],
    ]);
  });

  it('treat a test that only closes sessions as a verdict, and one within a session as a step', () => {
    const symbols = (lines: Parameters<typeof writtenSessions>[0]) =>
      readSessions(writtenSessions(lines)).flatMap(({ acts }) => acts.map(({ symbol }) => symbol));
    expect(symbols([[...used('a', {}, 'x'), ended(true)]])).toEqual(['a']);
    expect(symbols([[ended(false), ...used('a', {}, 'x'), ended(true)]])).toEqual(['test task', 'a', 'test task']);
  });

  it('keep content words of a request, not names', () => {
    const sessions = readSessions(
      writtenSessions([
        [said('user', 'Hi, my name is Ines Duarte and I want to exchange a lamp'), ...used('a', {}, 'x')],
        [said('user', 'Please exchange this for Ines'), ...used('a', {}, 'x')],
      ]),
    );
    expect([...(sessions[0]?.words.values() ?? [])]).toEqual(['name', 'exchange', 'lamp']);
  });

  it('keep facts with few different values, and drop those with many or one', () => {
    const result = (n: number) =>
      used(
        'get',
        { n },
        { status: n % 2 ? 'open' : 'closed', currency: 'euro', slug: 'abcdefghijklmnopqrst'.charAt(n) },
      );
    const sessions = readSessions(writtenSessions(Array.from({ length: 12 }, (_, n) => result(n))));
    expect(new Set(sessions.flatMap(({ acts }) => acts.flatMap(({ facts }) => facts)))).toEqual(
      new Set(['status=open', 'status=closed']),
    );
  });
});

describe('roles of steps', () => {
  const thought = 'The price is not what I expected, so I have to think about it again before I go on with this.';
  const sessions = readSessions(
    writtenSessions(
      Array.from({ length: 4 }, (_, n) => [
        ...used('get_order', { id: `W${String(n)}` }, { id: n }),
        ...used('ponder', { thought: `${thought} ${String(n)}` }, ''),
        ...used('reckon', { expression: `${String(n)} + 1` }, String(n + 1)),
        ...used('cancel_order', { id: `W${String(n)}` }, 'done'),
      ]),
    ),
  );

  it('recognize thinking and calculating by input and output, and changes by their verbs', () => {
    const { noise, effects } = symbolRoles(sessions);
    expect([...noise].sort()).toEqual(['ponder', 'reckon']);
    expect([...effects]).toEqual(['cancel_order']);
  });
});
