import { simpleName } from './command-name.ts';
import { fileEdits, MAX_EDITS, onlyEdits, type FileEdit } from './file-edits.ts';
import { changesShell, isLook, isSetup } from './looks.ts';
import { seenCommands, type SeenCommand } from './see-through.ts';

/** A shell command, read. */
export interface ReadCommand {
  /** The whole command, at most 400 characters; a longer one says how much is left out. */
  line: string;
  /** Equal for the same step with other options, files and ids: `npm run build`, `pytest`. Empty for an edit. */
  name: string;
  /** Whether it only shows something and changes nothing, not even the shell (`export`). */
  looks: boolean;
  edits: FileEdit[];
}

const LINE_LIMIT = 400;

/** A command within its bound; what is left out is stated in a comment of the shell. */
export function boundedLine(line: string): string {
  const text = line.trim();
  if (text.length <= LINE_LIMIT) return text;
  const kept = text.slice(0, LINE_LIMIT - 40).replace(/[\uD800-\uDBFF]$/, '');
  const newline = kept.lastIndexOf('\n');
  if (newline > 0)
    return `${kept.slice(0, newline)}\n# ${String(text.slice(newline).trim().split('\n').length)} more lines`;
  const space = kept.lastIndexOf(' ');
  const cut = space > LINE_LIMIT / 2 ? kept.slice(0, space) : kept;
  return `${cut} # ${String(text.length - cut.length)} more characters`;
}

/** The first program of the pipeline that ends with the given one: what the others read from. */
function pipelineStart(commands: readonly SeenCommand[], last: number): SeenCommand | undefined {
  let at = last;
  while (at > 0 && commands[at - 1]?.feeds === true) at--;
  return commands[at];
}

function seen(line: string): SeenCommand[] {
  try {
    return seenCommands(line);
  } catch {
    // The parser accepts any text. Should it fail on one, the words of the line still name the program.
    return [{ words: line.slice(0, LINE_LIMIT).trim().split(/\s+/), where: [], feeds: false, writes: [], input: '' }];
  }
}

/** Reads a shell command of any length; never throws. The program of its last part that does something names it. */
export function readCommand(line: string): ReadCommand {
  const commands = seen(line);
  const doing = commands.filter((command) => !isSetup(command));
  const edits = doing.flatMap(fileEdits).slice(0, MAX_EDITS);
  const acts = doing.filter((command) => !isLook(command) && !onlyEdits(command));
  const main =
    acts.length > 0 ? pipelineStart(acts, acts.length - 1) : edits.length > 0 ? undefined : (doing[0] ?? commands[0]);
  return {
    line: boundedLine(line),
    name: main === undefined ? '' : simpleName(main),
    looks: doing.length > 0 && acts.length === 0 && edits.length === 0 && !commands.some(changesShell),
    edits,
  };
}
