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

/**
 * Whether an act runs the same step again. Of tools, tests and edits: the same symbol. Of commands: the same program and subcommand, and
 * at least half of what it works on: `python3 a.py` is not `python3 b.py`.
 */
export function isSameStep(failed: Act, later: Act): boolean {
  if (failed.symbol !== later.symbol) return false;
  if (failed.command === null || later.command === null || failed.command === later.command) return true;
  return shared(operands(failed), operands(later)) >= ENOUGH;
}

/** Whether a command of another program works on the same things: what took the place of a program that is missing. */
export function takesPlaceOf(failed: Act, later: Act): boolean {
  if (failed.command === null || later.command === null) return failed.command === null;
  const things = operands(failed);
  const found = operands(later);
  return things.size > 0 && found.size > 0 && shared(things, found) >= ENOUGH;
}
