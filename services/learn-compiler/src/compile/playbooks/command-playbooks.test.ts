import { describe, expect, it } from '@jest/globals';
import type { ArtifactContents } from '@strata/contracts/schemas/artifact';
import { ended, said, used, writtenSessions } from '../../../test/sessions-fixture.ts';
import { compileScope } from '../compile-scope.ts';

type Lines = Parameters<typeof writtenSessions>[0][number];

const ran = (command: string, output: string, exitCode = 0): Lines => [['command_exec', { command, output, exitCode }]];

function compiled(sessions: readonly Lines[]) {
  const { artifacts, memories } = compileScope(writtenSessions(sessions));
  const playbooks = artifacts.flatMap(({ type, content }): ArtifactContents['failure_playbook'][] =>
    type === 'failure_playbook' ? [content] : [],
  );
  return { playbooks, resolutions: memories.map(({ body }) => body) };
}

const ERROR = 'app/models.py:12: error CS4711: Schema of table "birds" is out of date';
const repaired = (fix: Lines) => [
  ...ran('npm run check', ERROR, 1),
  ...fix,
  ...ran('npm run check', 'ok'),
  ended(true),
];
const stuck = (fix: Lines) => [
  ...ran('npm run check', ERROR, 1),
  ...fix,
  ...ran('npm run check', ERROR, 1),
  ended(false),
];

describe('The playbook of a command', () => {
  it('names the whole command that made the failing one work, and what was in vain', () => {
    const fix = ran('cd api && npm run generate -- --all', 'done');
    const vain = ran('npm run check:fix', 'done');
    const { playbooks, resolutions } = compiled([repaired(fix), repaired(fix), stuck(vain), stuck(vain)]);
    expect(playbooks).toHaveLength(1);
    expect(playbooks[0]).toMatchObject({
      errorSignature: 'app/models.py:12: error CS4711: Schema of table "birds" is out of date',
      recovery: [
        {
          action: 'Run cd api && npm run generate -- --all',
          arguments: { command: 'cd api && npm run generate -- --all' },
          successRate: 1,
          support: 2,
          sessionSuccessRate: 1,
        },
      ],
      avoid: ['Run npm run check:fix: helped 0 of 2'],
    });
    expect(resolutions).toEqual([
      `\`npm run check\` failed with "${ERROR}": \`cd api && npm run generate -- --all\` fixed it (worked 2 of 2 times).`,
    ]);
  });

  it('counts all acts before the next run, and takes no look for a fix', () => {
    const fix = [
      ...ran('git status', 'clean'),
      ...ran('make tables', 'done'),
      ...ran('cat app/models.py', 'class Bird'),
    ];
    const { playbooks } = compiled([repaired(fix), repaired(fix)]);
    expect(playbooks[0]?.recovery.map(({ action }) => action)).toEqual(['Run make tables']);
  });

  it('takes no reading tool for a fix of a command', () => {
    const edit: Lines = [['file_edit', { path: 'app/models.py', old_string: 'size = 1', new_string: 'size = 2' }]];
    const fix = [...used('read_file', { path: 'app/models.py' }, 'size = 1'), ...edit];
    const { playbooks } = compiled([repaired(fix), repaired(fix)]);
    expect(playbooks[0]?.recovery.map(({ action }) => action)).toEqual(['Edit app/models.py']);
  });

  it('masks what differs from run to run', () => {
    const { playbooks } = compiled([repaired(ran('kill 33871', '')), repaired(ran('kill 7730', ''))]);
    expect(playbooks[0]?.recovery).toMatchObject([
      { action: 'Run kill <id>', arguments: { command: 'kill <id>' }, support: 2 },
    ]);
  });

  it('names a look among what was in vain if nothing else was tried', () => {
    const { playbooks } = compiled([stuck(ran('kubectl get pods', 'a')), stuck(ran('kubectl get pods', 'a'))]);
    expect(playbooks[0]).toMatchObject({ recovery: [], avoid: ['Run kubectl get pods: helped 0 of 2'] });
  });

  it('leaves out an act that only came along with the fix', () => {
    const both = [...ran('npm run clean', ''), ...ran('make tables', '')];
    const { playbooks } = compiled([repaired(both), repaired(ran('make tables', ''))]);
    expect(playbooks[0]?.recovery.map(({ action }) => action)).toEqual(['Run make tables']);
  });

  it('does not depend on how the sessions ended', () => {
    const fix = ran('make tables', 'done');
    const flipped = [...ran('npm run check', ERROR, 1), ...fix, ...ran('npm run check', 'ok'), ended(false)];
    expect(compiled([repaired(fix), repaired(fix), flipped]).playbooks[0]?.recovery).toMatchObject([
      { successRate: 1, support: 3, sessionSuccessRate: 0.667 },
    ]);
  });

  it('is about one error whichever command fails, and one family of missing programs', () => {
    const missing = (program: string, files: string) => [
      ...ran(`${program} ${files}`, `bash: line 1: ${program}: command not found`, 127),
      ...ran(`apt-get install -y ${program}`, 'done'),
      ...ran(`${program} ${files}`, 'ok'),
    ];
    const { playbooks } = compiled([missing('zstd', 'a.tar'), missing('jo', '-p a=b')]);
    expect(playbooks).toMatchObject([
      {
        errorSignature: '<value>: command not found',
        recovery: [
          { action: 'Run apt-get install -y jo (for jo)' },
          { action: 'Run apt-get install -y zstd (for zstd)' },
        ],
      },
    ]);
  });

  it('names the program that worked in the place of a missing one, even if both only look and the session failed', () => {
    const missing = (next: Lines) => [...ran('file data.bin', 'sh: 1: file: not found', 127), ...next, ended(false)];
    const checks = [
      ...ran('which file', '', 1),
      ...ran('ls -la data.bin', 'data.bin'),
      ...ran('stat data.bin', '4 bytes'),
    ];
    const instead = [...checks, ...ran('od -c data.bin', '0000000 1 2')];
    const { playbooks, resolutions } = compiled([missing(instead), missing(instead)]);
    expect(playbooks).toMatchObject([
      {
        recovery: [
          {
            action: 'Run od -c data.bin instead; the error goes, but all 2 sessions failed in the end',
            ...{ successRate: 1, support: 2, sessionSuccessRate: 0 },
          },
        ],
      },
    ]);
    expect(resolutions).toContain(
      '`file data.bin` failed with "file: command not found": `od -c data.bin` worked instead (worked 2 of 2 times).',
    );
  });

  it('takes no other program for a script that lacks one', () => {
    const lacking = [
      ...ran('./pack.sh data.bin', './pack.sh: 12: zstd: not found', 127),
      ...ran('cat data.bin', '0000'),
      ended(false),
    ];
    const { playbooks } = compiled([lacking, lacking]);
    expect(playbooks.flatMap(({ recovery }) => recovery)).toEqual([]);
  });

  it('takes no look at other things, and none that failed, for what took the place of a missing program', () => {
    const missing = [
      ...ran('file data.bin', 'sh: 1: file: not found', 127),
      ...ran('od -c other.bin', '0000000 1 2'),
      ...ran('strings data.bin', 'sh: 1: strings: not found', 127),
    ];
    const { playbooks } = compiled([missing, missing]);
    expect(playbooks).toEqual([]);
  });

  it('tells the lines of an edit', () => {
    const edit: Lines = [['file_edit', { path: 'app/models.py', old_string: 'size = 1', new_string: 'size = 2' }]];
    const { playbooks, resolutions } = compiled([repaired(edit), repaired(edit)]);
    expect(playbooks[0]?.recovery).toMatchObject([
      { action: 'Edit app/models.py', arguments: { path: 'app/models.py', lines: '- size = 1\n+ size = 2' } },
    ]);
    expect(resolutions[0]).toContain('editing app/models.py (`- size = 1 + size = 2`) fixed it');
  });

  it('needs several sessions; what helped in one is remembered', () => {
    const { playbooks, resolutions } = compiled([repaired(ran('make tables', ''))]);
    expect(playbooks).toEqual([]);
    expect(resolutions).toHaveLength(1);
  });

  it('is the same in every shape of a command', () => {
    const shapes: ((command: string, output: string, code: number, id: string) => Lines)[] = [
      (command, output, exitCode) => [['command_exec', { command, output, exitCode }]],
      (command, output, code, id) => [
        ['tool_call', { tool_name: 'bash', tool_call_id: id, input: { command } }],
        ['tool_result', { tool_name: 'bash', tool_call_id: id, output, success: code === 0 }],
      ],
      (command, output, code, id) => [
        [
          'message',
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              { id, function: { name: 'shell', arguments: JSON.stringify({ command: ['bash', '-lc', command] }) } },
            ],
          },
        ],
        [
          'message',
          { role: 'tool', tool_call_id: id, content: code === 0 ? output : `${output}\nexit code: ${String(code)}` },
        ],
      ],
      (command, output, code, id) => [
        ['message', { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] }],
        [
          'message',
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: output, is_error: code !== 0 }] },
        ],
      ],
    ];
    const [plain, ...others] = shapes.map((run) => {
      const session = (n: number) => [
        said('user', 'The check fails.'),
        ...run('npm run check', ERROR, 1, `a${String(n)}`),
        ...run('make tables', 'done', 0, `b${String(n)}`),
        ...run('npm run check', 'ok', 0, `c${String(n)}`),
        ended(true),
      ];
      const { playbooks, resolutions } = compiled([session(1), session(2)]);
      const steps = playbooks.map(({ recovery }) => recovery.map((step) => ({ ...step, tool: 'any' })));
      return { playbooks: playbooks.map((playbook, at) => ({ ...playbook, recovery: steps[at] })), resolutions };
    });
    for (const other of others) expect(other).toEqual(plain);
  });

  it('is the same for errors in German', () => {
    const german = 'Fehler: Tabelle "birds" wurde nicht gefunden';
    const session = [
      ...used('save', { id: '1' }, german),
      ...used('make_table', { id: '1' }, 'fertig'),
      ...used('save', { id: '1' }, 'gut'),
    ];
    expect(compiled([session, session]).playbooks).toMatchObject([
      { recovery: [{ action: 'Use make_table first, then save again', successRate: 1 }] },
    ]);
  });
});
