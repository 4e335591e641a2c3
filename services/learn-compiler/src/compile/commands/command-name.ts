import { baseName, type SeenCommand } from './see-through.ts';

/** Options of these programs that take the next word as their value, before the subcommand. */
const VALUED = new Set(
  '-C -F --filter --dir --prefix --cwd -w --workspace -n --namespace --context -f --file -p --project --profile --region -D --git-dir --work-tree --manifest-path'.split(
    ' ',
  ),
);

/** Programs whose first word is a subcommand; the number says how many words can name what they do. */
const SUBCOMMANDS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    (
      'git npm pnpm yarn bun cargo go pip pip3 uv poetry pipenv pdm gem bundle rails rake composer artisan dotnet mvn mvnw gradle gradlew make just task apt apt-get apk yum dnf brew pacman helm terraform tofu pulumi ansible ' +
      'systemctl service flutter dart mix rebar3 stack cabal swift deno conda mamba rustup nvm fnm volta alembic django-admin flask celery prisma drizzle-kit nx turbo lerna ng vite next dvc mlflow heroku vercel netlify fly flyctl ' +
      'kubectl minikube kind oc tmux supervisorctl pm2 podman docker-compose'
    )
      .split(' ')
      .map((program) => [program, 1]),
  ),
  docker: 1,
  aws: 2,
  gcloud: 3,
  az: 2,
  gh: 2,
  glab: 2,
};
/** Subcommands that are followed by a second one: `docker compose up`, `npm run build`. */
const NESTED: Readonly<Record<string, readonly string[]>> = {
  docker: ['compose', 'system', 'volume', 'network', 'image', 'container', 'buildx'],
  npm: ['run', 'run-script', 'version', 'cache', 'config'],
  pnpm: ['run', 'store', 'config'],
  yarn: ['run', 'workspace', 'workspaces', 'config'],
  bun: ['run', 'pm'],
  git: ['submodule', 'stash', 'remote', 'worktree', 'config', 'bisect', 'lfs'],
  kubectl: ['rollout', 'create', 'get', 'delete', 'config', 'set', 'describe'],
  go: ['mod', 'tool', 'work'],
  uv: ['pip', 'tool', 'cache', 'python'],
  bundle: ['config'],
  prisma: ['migrate', 'db'],
  terraform: ['state', 'workspace'],
  helm: ['repo'],
  pip: ['cache', 'config'],
  poetry: ['env', 'cache', 'config'],
  cargo: [],
  dotnet: ['tool', 'nuget', 'ef'],
  tmux: [],
};
/** Programs whose words are operands, never subcommands. */
const OPERANDS = new Set(
  (
    'cat ls cd echo rm cp mv mkdir rmdir touch grep egrep fgrep rg ag find fd sed awk gawk head tail which whereis sort uniq cut tr wc diff cmp tar zip unzip gzip gunzip chmod chown ln stat file less more man test [ kill pkill killall ' +
    'python python3 python2 node ts-node tsx ruby perl php lua java javac gcc cc clang rustc bash sh zsh curl wget ssh scp rsync ping nc telnet vim vi nano code open source printf tee xargs sleep pytest jest vitest mocha rspec ' +
    'tsc eslint prettier black ruff mypy flake8 su id type env export set xxd od strings expect watch man help sqlite3 psql mysql redis-cli jq yq cmake ctest phpunit'
  ).split(' '),
);
const WORD = /^[a-z][a-z-]{1,24}(?::[a-z-]{1,24})*$/;
/** What a runner calls a script or a target: anything but a path, an option or an assignment. */
const TARGET = /^:?[\w.@:-]{1,60}$/;
const NAME_LIMIT = 80;

function positionals(words: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 1; at < words.length && found.length < 4; at++) {
    const word = words[at] ?? '';
    if (word === '--') break;
    if (word.startsWith('-')) {
      if (found.length === 0 && VALUED.has(word)) at++;
    } else if (!/^\w+=/.test(word)) found.push(word);
  }
  return found;
}

/** What the words of a program call: `git push`, `npm run build`, `pytest`. Options, files and ids do not count. */
function programName(words: readonly string[]): string {
  const program = baseName(words[0] ?? '');
  const named = positionals(words);
  const python = /^(?:python|pypy)[\d.]*$/.test(program);
  if (python && words[1] === '-m')
    return [program, '-m', words[2] ?? '', ...(WORD.test(words[3] ?? '') ? [words[3]] : [])].join(' ');
  const depth = Object.hasOwn(SUBCOMMANDS, program) ? (SUBCOMMANDS[program] ?? 0) : 0;
  if (depth === 0) {
    const [sub = ''] = named;
    return !OPERANDS.has(program) && !python && words[1] === sub && WORD.test(sub) ? `${program} ${sub}` : program;
  }
  const [first = ''] = named;
  const nested = (Object.hasOwn(NESTED, program) ? NESTED[program] : undefined) ?? [];
  const kept = named.slice(0, nested.includes(first) ? depth + 1 : depth).filter((word) => TARGET.test(word));
  const shown = kept[0] === 'run' && (program === 'yarn' || program === 'pnpm') ? kept.slice(1) : kept;
  return [program, ...shown].join(' ');
}

/** The name of one program: equal for the same step with other options, files and ids. At most 80 characters. */
export function simpleName({ where, words }: SeenCommand): string {
  return [...where, programName(words)].join(' ').trim().slice(0, NAME_LIMIT).trimEnd();
}
