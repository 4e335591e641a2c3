import { Argument, Command } from 'commander';
import type { DefineCommand } from '../cli.ts';
import { COMPLETE } from '../complete-words.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

export const define: DefineCommand = (cli) =>
  new Command('completion')
    .description('Print a script that completes commands, options and their values. It asks this program what fits.')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText(
      'after',
      '\nExamples:\n  strata completion bash >> ~/.bashrc\n  strata completion zsh >> ~/.zshrc\n  strata completion fish > ~/.config/fish/completions/strata.fish',
    )
    .action((shell: Shell) => {
      const { terminal, isJson } = cli();
      if (isJson) terminal.json({ shell, script: SCRIPTS[shell] });
      else terminal.print(SCRIPTS[shell]);
    });

/** What was typed is passed on as it is: nothing of it is evaluated. Where nothing fits, the shell completes names of files. */
const SCRIPTS: Record<Shell, string> = {
  bash: `_strata() {
  local IFS=$'\\n'
  COMPREPLY=($("$1" ${COMPLETE} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1))
}
complete -o default -F _strata strata`,
  zsh: `_strata() {
  local -a found
  found=("\${(@f)$("$words[1]" ${COMPLETE} "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -z "$found[1]" ]]; then
    _files
  else
    found=("\${(@)found//:/\\\\:}")
    found=("\${(@)found/$'\\t'/:}")
    _describe -V 'strata' found
  fi
}
(( $+functions[compdef] )) || { autoload -U compinit && compinit }
compdef _strata strata`,
  fish: `function __strata_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found ($words[1] ${COMPLETE} $words[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c strata -f -a '(__strata_complete)'`,
};
