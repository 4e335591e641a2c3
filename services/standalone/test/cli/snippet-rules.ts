import { expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CLIENTS, environmentOf, type ClientId } from '../../../console/src/pages/connect/clients.ts';
import type { CliFixture } from './cli-fixture.ts';
import { PROGRAM } from './run-program.ts';

const STANDALONE = fileURLToPath(new URL('../..', import.meta.url));
const PYTHON_CLIENT = fileURLToPath(new URL('../../../../libs/client-python/src', import.meta.url));
const AGENTS = ['claude-code', 'codex', 'cursor', 'gemini', 'opencode', 'vscode'] as const;
const ANSWER = /approval of Maya/;

/** The snippets that the console's page Connect shows do what they say, as a user pastes them. */
export function snippetRules(fixture: () => CliFixture): void {
  const stepsOf = (id: ClientId): string[] => {
    const { base: url, key } = fixture();
    return (CLIENTS.find((client) => client.id === id)?.steps({ url, key }) ?? []).map(({ code }) => code);
  };
  /** Runs commands in a shell after the environment variables that the page shows. `npx` may download nothing: it finds the program, or fails. */
  const paste = async (code: string, home = fixture().home): Promise<string> => {
    const { base: url, key } = fixture();
    // A function, not a file: a file that one test writes while another runs it is busy.
    const npx = `npx() { [ "$1 $2" = '--no strata' ] || exit 99; shift 2; '${process.execPath}' '${PROGRAM}' "$@"; }`;
    await mkdir(home, { recursive: true });
    const script = `set -eu\nexec </dev/null\n${npx}\n${environmentOf({ url, key })}\n${code}`;
    const env = { PATH: process.env['PATH'] ?? '', HOME: home };
    return (await promisify(execFile)('bash', ['-c', script], { cwd: home, env })).stdout;
  };
  const learn = () => fixture().strata(['learn', '--watch']);

  it('runs what Connect shows for the command line and for curl', async () => {
    const [status = '', capture = ''] = stepsOf('cli');
    expect(await paste(status)).toContain(fixture().base);
    expect(await paste(capture)).toMatch(/evt_\w+/);
    await learn();
    expect(await paste(capture)).toMatch(ANSWER);
    const [send = '', ask = ''] = stepsOf('curl');
    expect(await paste(send)).toContain('"ok":true');
    expect(await paste(ask)).toMatch(ANSWER);
  });

  it('runs what Connect shows for TypeScript and Python', async () => {
    const { base, key } = fixture();
    const env = { PATH: process.env['PATH'], STRATA_URL: base, STRATA_API_KEY: key, PYTHONPATH: PYTHON_CLIENT };
    const run = async (program: string, ...args: string[]): Promise<string> =>
      (await promisify(execFile)(program, args, { cwd: STANDALONE, env })).stdout;
    const [, typescript = ''] = stepsOf('typescript');
    expect(await run(process.execPath, '--input-type=module', '--eval', typescript)).toMatch(ANSWER);
    const [, python = ''] = stepsOf('python');
    expect(await run('python3', '-c', python)).toMatch(ANSWER);
  });

  it('runs what Connect shows for the coding agents, which writes nothing before it should', async () => {
    const homeOf = (id: string): string => join(fixture().home, 'agents', id);
    await Promise.all(
      AGENTS.map(async (id) => {
        const [show = '', write = '', restore = ''] = stepsOf(id);
        expect(await paste(show, homeOf(id))).not.toBe('');
        expect(await readdir(homeOf(id))).toEqual([]);
        if (id !== 'claude-code') return;
        await paste(write, homeOf(id));
        expect(await readdir(homeOf(id))).not.toEqual([]);
        await paste(restore, homeOf(id));
      }),
    );
  });
}
