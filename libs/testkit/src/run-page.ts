import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageBlocks, type PageBlock } from './page-blocks.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const COMMAND_LINE = 'scripts/strata.mjs';
/** What a new clone does not have: the data of a service. The history is of no use to a page. */
const LEFT_OUT = ['.strata', '.git'];
const WITHIN_MS = 120_000;

/** How programs of other languages than the shell's run, and how they say that a block begins. */
const LANGUAGES: Readonly<Record<string, { readonly interpreter: string; readonly say: (mark: string) => string }>> = {
  python: { interpreter: 'python3 -', say: (mark) => `print(${JSON.stringify(mark)}, flush=True)` },
  js: { interpreter: 'node --input-type=module -', say: (mark) => `console.log(${JSON.stringify(mark)});` },
};
/** Stands before the number of a block in the output; no program prints it. */
const MARK = '\u001e';
/** Ends the text of a program within the script. */
const END = 'END OF PROGRAM';

export interface PageRun {
  /** The Markdown of the page. */
  readonly page: string;
  /** The running service. It takes the place of `localhost:8080` in the page, and is the default of clients. */
  readonly baseUrl: string;
  /** What the service's first start writes to `.strata/credentials.json`, besides the base URL. */
  readonly credentials: { readonly apiKey: string } & Readonly<Record<string, string>>;
  /** Environment variables besides `PATH`, `LANG`, `STRATA_URL` and `HOME`, which is an empty folder. */
  readonly env?: Readonly<Record<string, string>>;
  readonly withinMs?: number;
}

/**
 * Runs a page of the documentation as its reader would: from top to bottom, in a folder that looks like a clone in which
 * `npm start` runs.
 *
 * - `sh` blocks share one shell, so variables and functions last. `npm start` alone is left out: the service runs.
 * - `python` and `js` blocks that follow each other, without a `sh` block between them, are one program.
 * - A block with a file name behind the language (```` ```python remember.py ````) is saved to that file
 *   instead. If the repository has the file, both must be the same.
 * - A `text` block is what the block before it prints, where `…` stands for any text.
 * - All other blocks are only read, and so is one with `fragment` behind the language.
 *
 * Throws an error with the block and its output if a block fails, prints something else, or takes longer than `withinMs`.
 */
export async function runPage({ page, baseUrl, credentials, env = {}, withinMs = WITHIN_MS }: PageRun): Promise<void> {
  const onPort = (text: string) => text.replaceAll(/(?<=\blocalhost:)8080\b/g, new URL(baseUrl).port);
  const blocks = pageBlocks(page).filter(({ file }) => file !== 'fragment');
  const folder = await mkdtemp(join(tmpdir(), 'strata-page-'));
  try {
    const clone = join(folder, 'strata');
    const home = join(folder, 'home');
    await mkdir(home);
    await openClone(clone, JSON.stringify({ ...credentials, baseUrl }));
    for (const { file, text } of blocks) if (file !== '') await saveFile(clone, file, `${text}\n`, onPort);
    const shell = { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', HOME: home, STRATA_URL: baseUrl, ...env };
    const { output, failure } = await runScript(onPort(scriptOf(blocks)), clone, shell, withinMs);
    const printed = outputOfBlocks(output);
    const last = Math.max(0, ...printed.keys());
    if (failure !== '') throw new Error(`A block ${failure}:\n\n${describeBlock(blocks[last], printed.get(last))}`);
    requireOutput(blocks, printed, onPort);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A folder with everything that stands in the repository, and with the credentials of the running service. */
async function openClone(clone: string, credentials: string): Promise<void> {
  await mkdir(join(clone, '.strata'), { recursive: true });
  await writeFile(join(clone, '.strata', 'credentials.json'), credentials, { mode: 0o600 });
  const entries = (await readdir(ROOT)).filter((name) => !LEFT_OUT.includes(name));
  await linkAll(entries, ROOT, clone);
}

const linkAll = (names: readonly string[], from: string, to: string) =>
  Promise.all(names.map((name) => symlink(join(from, name), join(to, name))));

/** Saves a file of the page. Folders on the way to it stop being links, so that nothing reaches the repository. */
async function saveFile(clone: string, file: string, text: string, onPort: (text: string) => string): Promise<void> {
  const folders = dirname(file).split('/');
  for (const [at] of folders.entries()) {
    const path = join(clone, ...folders.slice(0, at + 1));
    const from = await readlink(path).catch(() => null);
    if (from !== null) await rm(path);
    await mkdir(path, { recursive: true });
    if (from !== null) await linkAll(await readdir(from), from, path);
  }
  const path = join(clone, file);
  const present = await readFile(path, 'utf8').catch(() => text);
  if (present !== text) throw new Error(`${file} is not what the page says:\n\n${present}`);
  await rm(path, { force: true });
  await writeFile(path, onPort(text));
}

/** npx takes seconds to find the command line of the clone. A test of its own runs the real one, and pages do without. */
const NPX = `npx() { if [ "$1" = strata ]; then shift; node ${COMMAND_LINE} "$@"; else command npx "$@"; fi; }`;

function scriptOf(blocks: readonly PageBlock[]): string {
  const lines = ['set -euo pipefail', NPX];
  let running = '';
  for (const [at, { language, file, text }] of blocks.entries()) {
    const inOther = LANGUAGES[language];
    if (file !== '' || (language !== 'sh' && inOther === undefined)) continue;
    if (running !== '' && running !== language) lines.push(END);
    if (inOther === undefined) {
      lines.push(`printf '${MARK}%d\\n' ${String(at)}`, text.trim() === 'npm start' ? ':' : text);
    } else {
      if (running !== language) lines.push(`${inOther.interpreter} <<'${END}'`);
      lines.push(inOther.say(`${MARK}${String(at)}`), text);
    }
    running = inOther === undefined ? '' : language;
  }
  return [...lines, ...(running === '' ? [] : [END]), ''].join('\n');
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

function requireOutput(
  blocks: readonly PageBlock[],
  printed: ReadonlyMap<number, string>,
  onPort: (text: string) => string,
): void {
  for (const [at, { language, file, text }] of blocks.entries()) {
    if (language !== 'text' || file !== '') continue;
    const output = (printed.get(at - 1) ?? '').trim();
    const expected = onPort(text)
      .trim()
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('…', '[^]*');
    if (!new RegExp(`^${expected}$`).test(output))
      throw new Error(`A block does not print ${text}:\n\n${describeBlock(blocks[at - 1], output)}`);
  }
}

const describeBlock = (block: PageBlock | undefined, output = ''): string =>
  `${block?.text ?? ''}\n\nIt printed:\n\n${output}`;
