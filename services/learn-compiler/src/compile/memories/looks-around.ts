import { readCommand } from '../commands/read-command.ts';
import { baseName, seenCommands } from '../commands/see-through.ts';

/** Programs that go to a folder, or show which one it is and what is in it. */
const AROUND = new Set(['cd', 'pushd', 'popd', 'dirs', 'ls', 'pwd', 'dir', 'tree', 'eza', 'exa']);
/** Programs that show what another one gives them, or a part of it. */
const PASSES_ON = new Set(['head', 'tail', 'sort', 'less', 'more', 'cat']);
/** A command that was cut ends with a comment that says so (`readCommand`). What its rest did is not known. */
const ENDS_WITH_COMMENT = /(?:^|\s)#[^\n]*$/;

/**
 * Whether a command only changes the folder or lists one: `cd depot && ls -la`. What is in a folder is found by looking again. What
 * other looks show (`git log`, `cat`, `grep`) can answer a question.
 */
export function looksAround(line: string): boolean {
  if (ENDS_WITH_COMMENT.test(line)) return false;
  return seenCommands(line).every(({ words, writes }, at, all) => {
    const program = baseName(words[0] ?? '');
    return writes.length === 0 && (AROUND.has(program) || (PASSES_ON.has(program) && all[at - 1]?.feeds === true));
  });
}

/** Whether a command only shows something, and changes nothing. */
export const onlyLooks = (line: string): boolean => !ENDS_WITH_COMMENT.test(line) && readCommand(line).looks;
