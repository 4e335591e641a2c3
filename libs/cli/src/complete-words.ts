import type { Command, Option } from 'commander';

/** The hidden command by which the scripts of shells ask what fits; the words follow. */
export const COMPLETE = '__complete';

/** A word that may come next, and what it is for. */
export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/**
 * What can stand in place of the last of these words, which follow the name of the program. Nothing: a name of a file, or any text.
 * `load` makes a command of the program with its options; undefined for an unknown name.
 */
export async function completeWords(
  program: Command,
  words: readonly string[],
  load: (name: string) => Promise<Command | undefined>,
): Promise<Candidate[]> {
  // Bash gives the equals sign of `--type=` as a word of its own.
  const isAfterSign = words.at(-1) === '=';
  const typed = words.filter((word) => word !== '=');
  const last = isAfterSign ? '' : (typed.pop() ?? '');
  let command = program;
  let place = 0;
  let option: Option | undefined;
  for (const word of typed) {
    if (option !== undefined) option = undefined;
    else if (word.startsWith('-')) option = valueOptionOf(word, command, program);
    else if (command === program) command = (await load(word)) ?? program;
    else {
      const part = place === 0 ? command.commands.find((one) => one.name() === word) : undefined;
      if (part === undefined) place += 1;
      else command = part;
    }
  }
  const offered =
    option === undefined ? possible(command, program, { place, isOption: last.startsWith('-') }) : choicesOf(option);
  return offered.filter(({ value }) => value.startsWith(last));
}

/** The option that this word is, if its value is the next word. */
const valueOptionOf = (word: string, ...commands: readonly Command[]): Option | undefined =>
  commands.flatMap(({ options }) => options).find(({ long, required }) => required && long === word);

function possible(
  command: Command,
  program: Command,
  { place, isOption }: { readonly place: number; readonly isOption: boolean },
): Candidate[] {
  if (isOption) return optionsOf(command, program);
  const parts = command.createHelp().visibleCommands(command);
  if (parts.length > 0 && place === 0)
    return parts.map((part) => ({ value: part.name(), description: part.summary() || part.description() }));
  const { registeredArguments: all } = command;
  const argument = all[place] ?? (all.at(-1)?.variadic === true ? all.at(-1) : undefined);
  return (argument?.argChoices ?? []).map((value) => ({ value, description: argument?.description ?? '' }));
}

const optionsOf = (...commands: readonly Command[]): Candidate[] => {
  const options = [...new Set(commands)].flatMap((command) => command.createHelp().visibleOptions(command));
  const described = options.flatMap(({ long, description }) =>
    typeof long === 'string' ? [[long, description] as const] : [],
  );
  return [...new Map(described)].map(([value, description]) => ({ value, description }));
};

const choicesOf = ({ argChoices = [], description }: Option): Candidate[] =>
  argChoices.map((value) => ({ value, description }));
