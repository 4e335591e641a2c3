import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageBlocks, type PageBlock } from './page-blocks.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** What a new clone does not have: the data of a service. The history is of no use to a page. */
const LEFT_OUT = ['.strata', '.git'];
const WITHIN_MS = 120_000;

const INTERPRETERS: Readonly<Record<string, string>> = {
  python: 'python3 -',
  js: 'node --input-type=module -',
};
/** Stands before the number of a block in the output; no program prints it. */
const MARK = '\u001e';

export interface PageRun {
  /** The Markdown of the page. */
  readonly page: string;
  /** The running service. It takes the place of `localhost:8080` in the page. */
  readonly baseUrl: string;
  /** What the service's first start writes to `.strata/credentials.json`, besides the base URL. */
  readonly credentials: { readonly apiKey: string } & Readonly<Record<string, string>>;
  /** Environment variables besides `PATH`, `LANG` and `HOME`, which is an empty folder. */
  readonly env?: Readonly<Record<string, string>>;
  readonly withinMs?: number;
}

/**
 * Runs a page of the documentation as its reader would: from top to bottom, in a folder that looks like a clone in which
 * `npm start` runs. Nothing that it writes there reaches the repository's own folders, except through their links.
 *
 * - `sh` blocks share one shell, so variables and functions last. `npm start` alone is left out: the service runs.
 * - `python` and `js` blocks are run by their interpreter.
 * - A block with a file name behind the language (```` ```python agent.py ````) is saved to that file instead.
 * - A `text` block is what the block before it prints, where `…` stands for any text.
 * - All other blocks are only read.
 *
 * Throws an error with the block and its output if a block fails, prints something else, or takes longer than `withinMs`.
 */
export async function runPage({ page, baseUrl, credentials, env = {}, withinMs = WITHIN_MS }: PageRun): Promise<void> {
  const blocks = pageBlocks(page);
  const folder = await mkdtemp(join(tmpdir(), 'strata-page-'));
  try {
    const clone = join(folder, 'strata');
    const home = join(folder, 'home');
    await mkdir(home);
    await openClone(clone, JSON.stringify({ ...credentials, baseUrl }));
    const script = scriptOf(blocks).replaceAll(/(?<=\blocalhost:)8080\b/g, new URL(baseUrl).port);
    const shell = { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', HOME: home, ...env };
    const { output, failure } = await runScript(script, clone, shell, withinMs);
    const printed = outputOfBlocks(output);
    const last = Math.max(0, ...printed.keys());
    if (failure !== '') throw new Error(`A block ${failure}:\n\n${describeBlock(blocks[last], printed.get(last))}`);
    requireOutput(blocks, printed);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A folder with everything that stands in the repository, and with the credentials of the running service. */
async function openClone(clone: string, credentials: string): Promise<void> {
  await mkdir(join(clone, '.strata'), { recursive: true });
  await writeFile(join(clone, '.strata', 'credentials.json'), credentials, { mode: 0o600 });
  const entries = (await readdir(ROOT)).filter((name) => !LEFT_OUT.includes(name));
  await Promise.all(entries.map((name) => symlink(join(ROOT, name), join(clone, name))));
}

const scriptOf = (blocks: readonly PageBlock[]): string =>
  ['set -euo pipefail', ...blocks.map((block, at) => `printf '${MARK}%d\\n' ${String(at)}\n${commandOf(block)}`)].join(
    '\n',
  );

function commandOf({ language, file, text }: PageBlock): string {
  const here = `<<'END OF BLOCK'\n${text}\nEND OF BLOCK`;
  if (file !== '') return `mkdir -p "$(dirname '${file}')"; cat >'${file}' ${here}`;
  if (language === 'sh') return text.trim() === 'npm start' ? ':' : text;
  const interpreter = INTERPRETERS[language];
  return interpreter === undefined ? ':' : `${interpreter} ${here}`;
}

/** Runs a script of bash; `failure` says how it failed, and is empty if it did not. */
function runScript(
  script: string,
  cwd: string,
  env: Record<string, string>,
  withinMs: number,
): Promise<{ output: string; failure: string }> {
  // A process group of its own, so that what a page starts in the background ends with it.
  const shell = spawn('bash', ['-c', `exec 2>&1\n${script}`], {
    ...{ cwd, env, detached: true },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const endGroup = () => {
    try {
      if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL');
    } catch {
      // Nothing of it runs any more.
    }
  };
  let output = '';
  let failure = '';
  shell.stdout.setEncoding('utf8').on('data', (data: string) => (output += data));
  const timer = setTimeout(() => {
    failure = `did not end within ${String(withinMs)} ms`;
    endGroup();
  }, withinMs);
  return new Promise((resolve, reject) => {
    shell.on('error', reject);
    shell.on('exit', (code) => {
      clearTimeout(timer);
      endGroup();
      if (failure === '' && code !== 0) failure = `ended with ${String(code)}`;
    });
    shell.on('close', () => resolve({ output, failure }));
  });
}

/** What each block printed, by its position. */
const outputOfBlocks = (output: string): Map<number, string> =>
  new Map(
    output
      .split(MARK)
      .slice(1)
      .map((part) => [Number.parseInt(part, 10), part.slice(part.indexOf('\n') + 1)]),
  );

function requireOutput(blocks: readonly PageBlock[], printed: ReadonlyMap<number, string>): void {
  for (const [at, { language, file, text }] of blocks.entries()) {
    if (language !== 'text' || file !== '') continue;
    const output = (printed.get(at - 1) ?? '').trim();
    const expected = text
      .trim()
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('…', '[^]*');
    if (!new RegExp(`^${expected}$`).test(output))
      throw new Error(`A block does not print ${text}:\n\n${describeBlock(blocks[at - 1], output)}`);
  }
}

const describeBlock = (block: PageBlock | undefined, output = ''): string =>
  `${block?.text ?? ''}\n\nIt printed:\n\n${output}`;
