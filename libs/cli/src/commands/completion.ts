import { Argument, Command } from 'commander';
import type { DefineCommand } from '../cli.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

export const define: DefineCommand = (cli) =>
  new Command('completion')
    .description('Print a script that completes commands and their options.')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText('after', '\nExample: strata completion bash >> ~/.bashrc')
    .action(async (shell: Shell) => cli().terminal.print(SCRIPTS[shell](await optionsOf(cli))));

/** The options and subcommands of each command, by its name. */
async function optionsOf(cli: Parameters<DefineCommand>[0]): Promise<Map<string, string[]>> {
  const entries = Object.entries(cli().commands).map(async ([name, { load }]): Promise<[string, string[]]> => {
    const command = name === 'completion' ? new Command() : (await load()).define(cli);
    const words = [...command.commands.map((one) => one.name()), ...command.options.map(({ long }) => long ?? '')];
    return [name, name === 'completion' ? [...SHELLS] : words.filter((word) => word !== '')];
  });
  return new Map(await Promise.all(entries));
}

const SCRIPTS: Record<Shell, (words: ReadonlyMap<string, string[]>) => string> = {
  bash: (words) =>
    [
      '_strata() {',
      '  local current="${COMP_WORDS[COMP_CWORD]}" words',
      '  case "${COMP_WORDS[1]}" in',
      ...[...words].map(([name, options]) => `    ${name}) words="${options.join(' ')}" ;;`),
      `    *) words="${[...words.keys()].join(' ')}" ;;`,
      '  esac',
      '  COMPREPLY=($(compgen -W "$words --json --url --profile --help" -- "$current"))',
      '}',
      'complete -o default -F _strata strata',
    ].join('\n'),
  zsh: (words) => `autoload -U +X bashcompinit && bashcompinit\n${SCRIPTS.bash(words)}`,
  fish: (words) =>
    [
      ...[...words.keys()].map((name) => `complete -c strata -n __fish_use_subcommand -a ${name}`),
      ...[...words].flatMap(([name, options]) =>
        options.map((option) =>
          option.startsWith('--')
            ? `complete -c strata -n "__fish_seen_subcommand_from ${name}" -l ${option.slice(2)}`
            : `complete -c strata -n "__fish_seen_subcommand_from ${name}" -a ${option}`,
        ),
      ),
    ].join('\n'),
};
