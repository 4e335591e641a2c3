import { parseShell, type SimpleCommand } from './parse-shell.ts';

/** How a program that runs another program is written: `sudo -u root make`. */
interface Wrapper {
  /** Words after the program that belong to it: `compose exec`, `run`. Alternatives are tried in order. */
  readonly verbs?: readonly (readonly string[])[];
  /** Options that take the next word as their value. */
  readonly valued?: readonly string[];
  /** Words between the options and the program: the container of `docker exec api npm test`. */
  readonly operands?: number;
  /** Whether the name keeps the wrapper and its operands: the same program elsewhere is another step. */
  readonly kept?: boolean;
}

const RUN = [['run']];
const DLX = [['dlx'], ['exec']];
const CONTAINER_OPTIONS = ['-e', '--env', '-u', '--user', '-w', '--workdir', '--index', '-f', '--file', '-p'];
const COMPOSE: Wrapper = { verbs: [['exec'], ['run']], valued: CONTAINER_OPTIONS, operands: 1, kept: true };

/** Programs that only run another one, by name. */
const WRAPPERS: Readonly<Record<string, readonly Wrapper[]>> = {
  sudo: [{ valued: ['-u', '--user', '-g', '--group', '-h', '-p', '-C'] }],
  doas: [{ valued: ['-u'] }],
  env: [{ valued: ['-u', '--unset', '-C', '--chdir'] }],
  time: [{ valued: ['-o', '-f'] }],
  timeout: [{ valued: ['-s', '--signal', '-k', '--kill-after'], operands: 1 }],
  nice: [{ valued: ['-n'] }],
  ionice: [{ valued: ['-c', '-n'] }],
  stdbuf: [{ valued: ['-i', '-o', '-e'] }],
  xargs: [{ valued: ['-n', '-P', '-I', '-L', '-d', '-a', '-s', '-E'] }],
  nohup: [{}],
  setsid: [{}],
  exec: [{}],
  command: [{}],
  builtin: [{}],
  unbuffer: [{}],
  'xvfb-run': [{ valued: ['-s', '-n', '-e'] }],
  'cross-env': [{}],
  dotenv: [{ valued: ['-e', '-f'] }],
  npx: [{ valued: ['-p', '--package'] }],
  bunx: [{}],
  pnpx: [{}],
  uvx: [{ valued: ['--from', '--with', '--python', '-p'] }],
  pipx: [{ verbs: RUN, valued: ['--spec', '--python'] }],
  npm: [{ verbs: [['exec'], ['x']], valued: ['-w', '--workspace', '-p', '--package', '--prefix'] }],
  pnpm: [{ verbs: DLX, valued: ['--filter', '-F', '-C', '--dir'] }],
  yarn: [{ verbs: DLX, valued: ['--cwd'] }],
  uv: [
    {
      verbs: RUN,
      valued: ['--with', '--extra', '--group', '--python', '-p', '--directory', '--project', '--env-file', '--package'],
    },
  ],
  poetry: [{ verbs: RUN, valued: ['-C', '-P', '--directory'] }],
  pipenv: [{ verbs: RUN }],
  pdm: [{ verbs: RUN, valued: ['-p'] }],
  rye: [{ verbs: RUN }],
  hatch: [{ verbs: RUN, valued: ['-e'] }],
  conda: [{ verbs: RUN, valued: ['-n', '--name', '-p', '--prefix'] }],
  micromamba: [{ verbs: RUN, valued: ['-n', '--name', '-p', '--prefix'] }],
  bundle: [{ verbs: [['exec']] }],
  mise: [{ verbs: [['exec'], ['x']] }],
  asdf: [{ verbs: [['exec']] }],
  'docker-compose': [COMPOSE],
  docker: [
    {
      ...COMPOSE,
      verbs: [
        ['compose', 'exec'],
        ['compose', 'run'],
      ],
    },
    { verbs: [['exec']], valued: CONTAINER_OPTIONS, operands: 1 },
  ],
  podman: [{ verbs: [['exec']], valued: CONTAINER_OPTIONS, operands: 1 }],
  kubectl: [{ verbs: [['exec']], valued: ['-n', '--namespace', '-c', '--container'], operands: 1 }],
};

const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash', 'ash', 'ksh']);
const PYTHON = /^(?:python|pypy)[\d.]*$/;
const MAX_WRAPPERS = 6;

/** The program's name without its folder, and without `.exe`. */
export const baseName = (program: string): string =>
  (program.split(/[\\/]/).at(-1) ?? program).replace(/\.(?:exe|cmd)$/i, '');

const isAssignment = (word: string): boolean => /^[A-Za-z_]\w{0,80}=/.test(word);

/** The place after options; `--` ends them. */
function afterOptions(words: readonly string[], from: number, valued: readonly string[]): number {
  let at = from;
  for (let word = words[at]; word !== undefined; word = words[at]) {
    if (word === '--') return at + 1;
    if (isAssignment(word)) at++;
    else if (!word.startsWith('-') || word === '-') return at;
    else at += valued.includes(word) ? 2 : 1;
  }
  return at;
}

/** The words of the wrapped program, and the words of the wrapper that the name keeps. */
function unwrap(words: readonly string[], wrapper: Wrapper): { kept: string[]; inner: string[] } | null {
  const { verbs = [[]], valued = [], operands = 0 } = wrapper;
  for (const verb of verbs) {
    let at = 1;
    for (const part of verb) {
      at = afterOptions(words, at, valued);
      if (words[at] !== part) {
        at = -1;
        break;
      }
      at++;
    }
    if (at < 0) continue;
    const first = afterOptions(words, at, valued);
    const start = afterOptions(words, first + operands, []);
    if (start >= words.length) continue;
    const kept = wrapper.kept === true ? [...verb, ...words.slice(first, first + operands)] : [];
    return { kept: kept.length > 0 ? [baseName(words[0] ?? ''), ...kept] : [], inner: words.slice(start) };
  }
  return null;
}

/** The script of `bash -lc "…"`. */
function shellScript(words: readonly string[]): string | null {
  if (!SHELLS.has(baseName(words[0] ?? ''))) return null;
  const flag = words.findIndex((word, at) => at > 0 && /^-[a-z]*c$/.test(word));
  return flag < 0 ? null : (words[flag + 1] ?? null);
}

/** A program as seen through its runners. */
export interface SeenCommand extends SimpleCommand {
  /** Words of a runner that say where it runs: `docker compose exec api`. */
  where: string[];
}

function seeThrough(command: SimpleCommand, depth: number): SeenCommand[] {
  let { words } = command;
  const where: string[] = [];
  for (let left = MAX_WRAPPERS; left > 0; left--) {
    const program = baseName(words[0] ?? '');
    const script = depth > 0 ? shellScript(words) : null;
    if (script !== null)
      return parseShell(script).flatMap((inner) =>
        seeThrough({ ...inner, feeds: command.feeds || inner.feeds }, depth - 1).map((seen) => ({
          ...seen,
          where: [...where, ...seen.where],
          writes: [...seen.writes, ...command.writes],
        })),
      );
    if (PYTHON.test(program) && words[1] === '-m' && words[2] !== undefined && !words[2].includes('.')) {
      words = words.slice(2);
      continue;
    }
    const wrappers = Object.hasOwn(WRAPPERS, program) ? (WRAPPERS[program] ?? []) : [];
    const found = wrappers.map((wrapper) => unwrap(words, wrapper)).find((result) => result !== null);
    if (found === undefined) break;
    where.push(...found.kept);
    words = found.inner;
  }
  return [{ ...command, words, where }];
}

const SHELL_DEPTH = 3;

/** A file of data: no shell runs it. */
const DATA_FILE =
  /\.(?:ya?ml|json|txt|md|csv|tsv|log|html?|css|toml|ini|cfg|conf|env|xml|lock|svg|png|jpe?g|pdf|gz|tar|tgz|zip|dat|sql)$/i;

/** Whether a "program" is the rest of a line that was wrapped: an option, a file of data, or a file name without a folder. */
const isContinued = (word: string): boolean =>
  /^-|^[^/\\]+\.[a-z]{2,6}$/i.test(word) ? !/\.(?:exe|cmd|sh|py|js)$/i.test(word) : DATA_FILE.test(word);

/** The programs of a command line, seen through `sudo`, `env`, `npx`, `uv run`, `docker compose exec`, `bash -lc` and their like. */
export function seenCommands(line: string): SeenCommand[] {
  const seen = parseShell(line).flatMap((command) => seeThrough(command, SHELL_DEPTH));
  const programs = seen.filter(({ words }) => !isContinued(words[0] ?? ''));
  return programs.length > 0 ? programs : seen;
}
