import { expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CliFixture } from './cli-fixture.ts';
import { PROGRAM } from './run-program.ts';

const COMMANDS = [
  ...['login', 'logout', 'status', 'doctor', 'ask', 'capture', 'import', 'learn', 'memories', 'artifacts', 'why'],
  ...['forget', 'jobs', 'keys', 'export', 'restore', 'connect', 'disconnect', 'mcp', 'completion'],
];
const PARTS = ['jobs tail', 'keys list', 'keys create', 'keys revoke'];

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** Lines that are typed, and the one word that fits. */
const COMPLETED = [
  ['strata sta', 'status'],
  ['strata --json sta', 'status'],
  ['strata --url http://localhost sta', 'status'],
  ['strata ask --max', '--max-tokens'],
  ['strata import cla', 'claude-code'],
  ['strata import jsonl some-f', 'some-file.jsonl'],
  ['strata keys cr', 'create'],
  ['strata keys create x --sc', '--scope'],
  ['strata artifacts --type task', 'task_schema'],
  ['strata connect claude-code cod', 'codex'],
  ['strata completion z', 'zsh'],
  ['strata restore some-f', 'some-file.jsonl'],
] as const;

/** What a user of a shell may expect: help with examples, completion that works, no colours in a pipe. */
export function shellRules(fixture: () => CliFixture): void {
  it('shows an example in the help of every command', async () => {
    const commands = [...COMMANDS, ...PARTS];
    const wrong: string[] = [];
    const show = async (): Promise<void> => {
      for (let command = commands.pop(); command !== undefined; command = commands.pop()) {
        const { code, out, err } = await fixture().strata([...command.split(' '), '--help']);
        if (code !== 0 || err !== '' || !/\nExamples?:/u.test(out)) wrong.push(command);
      }
    };
    await Promise.all([show(), show(), show()]);
    expect(wrong).toEqual([]);
    const byWord = await fixture().strata(['help', 'ask']);
    expect(byWord).toEqual(await fixture().strata(['ask', '--help']));
  });

  it('lists every command in its help, and none without a summary', async () => {
    const { out } = await fixture().strata(['--help']);
    for (const command of COMMANDS) expect(out).toMatch(new RegExp(`^  ${command} +[a-z]`, 'mu'));
  });

  it('prints no colours into a pipe', async () => {
    for (const args of [['--help'], ['status'], ['memories']])
      expect((await fixture().strata(args)).out).not.toContain('\u001b');
  });

  const shells = SHELLS.filter((shell) => spawnSync(shell, ['--version']).status === 0);
  it.each(shells)('completes commands, their parts, options and values in %s', async (shell) => {
    const { home } = fixture();
    const { out, code } = await fixture().strata(['completion', shell]);
    expect(code).toBe(0);
    await mkdir(join(home, 'bin'), { recursive: true });
    await writeFile(join(home, 'bin', 'strata'), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`, {
      mode: 0o755,
    });
    await writeFile(join(home, 'script'), out);
    await writeFile(join(home, 'some-file.jsonl'), '');
    const lines = COMPLETED.map(([line]) => line);
    const { stdout, stderr, status } = spawnSync(shell, ['-c', ASK[shell], shell, ...lines], {
      encoding: 'utf8',
      cwd: home,
      env: { PATH: `${join(home, 'bin')}:${process.env['PATH'] ?? ''}`, HOME: home, TERM: 'dumb' },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const completed = stdout.split('\n').map((line) => line.split('\t')[0]?.trim() ?? '');
    expect(completed.filter((line) => line !== '')).toEqual(COMPLETED.map(([, word]) => word));
  });
}

/** Each shell's own way to say which words it offers after lines, which are its arguments. The script lies in the present folder. */
const ASK: Readonly<Record<(typeof SHELLS)[number], string>> = {
  bash: String.raw`
    source ./script
    for line; do
      read -ra COMP_WORDS <<< "$line"
      COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
      _strata strata "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD-1]}"
      (( \${#COMPREPLY[@]} > 0 )) || COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
      printf '%s\n' "\${COMPREPLY[@]}"
    done`.replaceAll('\\$', '$'),
  // Only the editor of zsh completes: a tab is pressed in one, and a key that writes the line down.
  zsh: String.raw`
    zmodload zsh/zpty
    zpty editor zsh -f -i
    zpty -w editor 'PROMPT= RPROMPT=; autoload -U compinit; compinit -u -d ./dump; source ./script'
    zpty -w editor 'note() { print -r -- "$LBUFFER" >> ./noted; BUFFER=; }; zle -N note; bindkey "^X" note; unsetopt beep'
    zpty -w editor ': > ./noted'
    while [[ ! -e ./noted ]]; do sleep 0.05; done
    for line; do
      before=$(wc -l < ./noted)
      zpty -n -w editor "$line"$'\t\x18'
      while (( $(wc -l < ./noted) == before )); do sleep 0.05; done
      last=(\${(z)$(tail -n 1 ./noted)})
      print -r -- \${last[-1]}
    done
    zpty -d editor`.replaceAll('\\$', '$'),
  fish: String.raw`
    source ./script
    for line in $argv[2..-1]
      complete -C $line
    end`,
};
