import { unknownProgram } from '@strata/languages/unknown-program';
import { maskedCommand } from './attempt.ts';
import type { Act } from '../sessions/session.ts';

const OPERAND = /^[^-\s=<>|&;"'$(){}][^\s=|;&<>]{1,80}$/;
const ENOUGH = 0.5;

/** The words of a command that say what it works on: no options, no assignments, no words of its name. */
function operands({ symbol, command }: Act): Set<string> {
  const named = new Set(symbol.split(' '));
  const words = (command ?? '').slice(0, 400).split(/[\s"'`;]+/);
  return new Set(words.filter((word) => OPERAND.test(word) && !named.has(word) && word !== 'cd'));
}

/** The share of the operands of one that the other has, by the one with fewer; 1 if one has none. */
function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const least = Math.min(a.size, b.size);
  return least === 0 ? 1 : [...a].filter((word) => b.has(word)).length / least;
}

/** Whether an act runs the same command again, apart from what differs from run to run; of other acts, the same symbol. */
export const isUnchanged = (failed: Act, later: Act): boolean =>
  failed.symbol === later.symbol &&
  (failed.command === null || later.command === null || maskedCommand(failed.command) === maskedCommand(later.command));

/** Whether a command has words that the failed one did not have. Of other acts, any change counts. */
export function addsWords(failed: Act, later: Act): boolean {
  if (failed.command === null || later.command === null) return true;
  const before = new Set(maskedCommand(failed.command).split(' '));
  return maskedCommand(later.command)
    .split(' ')
    .some((word) => !before.has(word));
}

/**
 * Whether an act runs the same step again. Of tools, tests and edits: the same symbol. Of commands: the same program and subcommand, and
 * at least half of what it works on: `python3 a.py` is not `python3 b.py`.
 */
export function isSameStep(failed: Act, later: Act): boolean {
  if (failed.symbol !== later.symbol) return false;
  if (failed.command === null || later.command === null || isUnchanged(failed, later)) return true;
  return shared(operands(failed), operands(later)) >= ENOUGH;
}

/** Whether two acts have an argument of the same value: a command its operands, a tool an id. */
export function sharesThings(failed: Act, later: Act): boolean {
  if (failed.command !== null || later.command !== null) return takesPlaceOf(failed, later);
  const values = new Set(Object.values(failed.args).filter((value) => value.length > 1));
  return Object.values(later.args).some((value) => values.has(value));
}

/** Whether an error names a file that a later act edits: the edit overcomes the error, though the failed step need not run again. */
function editsNamedFile(failed: Act, later: Act): boolean {
  const said = failed.error?.sample ?? '';
  return later.edits.some(({ path }) => {
    const name = path.split(/[\\/]/).at(-1) ?? '';
    return name.length > 3 && said.includes(name);
  });
}

/** Whether a command failed because the shell does not know its program. A script can run and lack another one. */
export function lacksProgram({ command, symbol, error }: Act): boolean {
  const program = command === null ? null : unknownProgram(error?.sample ?? '');
  return program !== null && symbol.split(' ').includes(program.split('/').at(-1) ?? '');
}

const FINDS = new Set(['$ ls', '$ stat', '$ test', '$ [', '$ which', '$ whereis', '$ type']);

/** Whether an act is a command that only checks whether a file or a program exists. */
export const onlyFinds = ({ symbol }: Act): boolean => FINDS.has(symbol);

/**
 * Whether an act takes the place of a failed command that is not run again: another program that works on the same things, or an edit of the
 * file that the error names. What only looked is not replaced, unless its program was missing: then another look takes its place.
 */
export function takesPlaceOf(failed: Act, later: Act): boolean {
  if (failed.command === null || editsNamedFile(failed, later)) return true;
  if (later.command === null || later.kind === 'edit') return false;
  if (failed.looks && !lacksProgram(failed)) return false;
  const things = operands(failed);
  const found = operands(later);
  return things.size > 0 && found.size > 0 && shared(things, found) >= ENOUGH;
}
