import { baseName, type SeenCommand } from './see-through.ts';
import { simpleName } from './command-name.ts';

/** Programs that only prepare the shell for the next one. */
const SETUP = new Set(
  'cd pushd popd export unset source . set shopt alias eval true false : declare local readonly umask ulimit trap wait return exit break continue shift'.split(
    ' ',
  ),
);
/** Programs that show something and change nothing. */
const LOOKS = new Set(
  (
    'ls cat echo printf pwd head tail which whereis type find fd grep egrep fgrep rg ag wc file sleep stat du df ps top htop pstree date whoami id groups uname hostname uptime free tree less more man help info history env printenv ' +
    'diff cmp md5sum sha1sum sha256sum cksum xxd hexdump od strings nm readelf objdump ldd netstat ss lsof ifconfig ip ping dig nslookup host jq yq sort uniq cut tr column fold nl rev paste comm join seq basename dirname realpath readlink test [ [[ ' +
    'journalctl dmesg lscpu lsblk lsmod nproc getent locale tput clear reset awk gawk sed nvidia-smi bat exa eza zcat zgrep watch tac look cal iconv base64'
  ).split(' '),
);
/** Subcommands that only show something. */
const LOOK_NAMES = new Set(
  (
    'git status,git log,git diff,git show,git blame,git reflog,git ls-files,git rev-parse,git describe,git shortlog,git cat-file,git grep,git ls-remote,git fsck,git remote,git ls-tree,git rev-list,git show-ref,git count-objects,git whatchanged,git help,' +
    'docker ps,docker images,docker logs,docker inspect,docker info,docker version,docker stats,docker top,docker compose ps,docker compose logs,docker compose config,' +
    'npm ls,npm list,npm view,npm outdated,npm whoami,npm root,npm bin,npm help,pnpm list,pnpm ls,pnpm why,yarn list,yarn why,pip list,pip show,pip freeze,pip check,pip3 list,pip3 show,pip3 freeze,uv tree,uv pip list,poetry show,cargo tree,cargo metadata,go list,go env,go version,gem list,apt list,apt show,apt search,apt-cache search,apt-cache policy,brew list,' +
    'kubectl get,kubectl describe,kubectl logs,kubectl top,kubectl config,helm list,helm status,terraform show,terraform plan,systemctl status,systemctl list-units,service status,tmux capture-pane,tmux list-sessions,tmux ls,gh run list,gh run view,gh pr list,gh pr view,gh issue list,gh issue view,command -v,alembic history,alembic heads,alembic current'
  ).split(','),
);
const WRITES_WITH: Readonly<Record<string, RegExp>> = {
  sed: /^(?:-[a-zA-Z]*i|--in-place)/,
  find: /^-(?:delete|exec|execdir|ok)$/,
  fd: /^-(?:x|X|-exec)/,
  sort: /^-o/,
  awk: /^-i$/,
};

/** What changes the environment of the commands that follow in the same shell. */
const CHANGES_SHELL = new Set(['export', 'unset', 'source', '.', 'eval', 'alias', 'set', 'ulimit', 'umask']);

/** Whether a program changes what later commands find: a variable, a function, a limit. */
export const changesShell = ({ words }: SeenCommand): boolean => words.length > 1 && CHANGES_SHELL.has(words[0] ?? '');

/** Whether a program only prepares the shell: `cd`, `export`, `source`. */
export const isSetup = ({ words }: SeenCommand): boolean => words.length === 0 || SETUP.has(words[0] ?? '');

/** Whether a program only shows something, and writes no file. */
export function isLook(command: SeenCommand): boolean {
  const { words, writes } = command;
  if (writes.length > 0) return false;
  const program = baseName(words[0] ?? '');
  const rest = words.slice(1);
  const asks = rest.length === 1 && /^(?:--version|-V|--help|version|help)$/.test(rest[0] ?? '');
  if (asks) return true;
  const writing = Object.hasOwn(WRITES_WITH, program) ? WRITES_WITH[program] : undefined;
  if (program === 'find' && LOOKS.has(baseName(rest[rest.indexOf('-exec') + 1] ?? '')))
    return !rest.includes('-delete');
  if (LOOKS.has(program)) return writing === undefined || !rest.some((word) => writing.test(word));
  const name = simpleName({ ...command, where: [] });
  if (name === 'git branch' || name === 'git tag' || name === 'git stash list')
    return rest.length < 2 || rest[1] === '-a';
  return [...LOOK_NAMES].some((look) => name === look || name.startsWith(`${look} `));
}
