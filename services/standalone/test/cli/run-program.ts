import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const PROGRAM = fileURLToPath(new URL('../../../../libs/cli/dist/main.js', import.meta.url));

/** How the program ended, and what it printed. `code` is null if a signal ended it. */
export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface ProgramOptions {
  readonly home: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with the process, for example to end it. */
  readonly during?: (child: ChildProcess) => unknown;
}

/** Runs the command line in a folder that is also its home. */
export async function runProgram(
  args: readonly string[],
  { home, input = '', env = {}, during }: ProgramOptions,
): Promise<Ran> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: home,
    env: { PATH: process.env['PATH'], HOME: home, ...env },
  });
  const ran = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (ran.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (ran.err += text.toString()));
  // A program that ends early reads none of it.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  during?.(child);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, ...ran };
}
