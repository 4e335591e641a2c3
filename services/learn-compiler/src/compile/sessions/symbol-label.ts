import { humanize } from '../text/words.ts';
import { changesByName } from './tool-verbs.ts';

const COMMAND = '$ ';
const TEST = 'test ';
const IDENTIFIER = /^[\w.:-]+$/;

/**
 * A symbol's name within a sentence: a tool's own name, a command without the prompt, `edit .ts files` for `edit *.ts`, a
 * test run without the word "test" if its name contains it.
 */
export function symbolLabel(symbol: string): string {
  if (symbol.startsWith(COMMAND)) return symbol.slice(COMMAND.length);
  if (symbol.startsWith(TEST) && /\btests?\b/i.test(symbol.slice(TEST.length))) return symbol.slice(TEST.length);
  return symbol.replace(
    /(test )?\*(\.\S+)$/,
    (_all, test: string | undefined, kind: string) => `${kind} ${test ?? ''}files`,
  );
}

/** A symbol as words, for titles: `close_ticket` → `close ticket`. */
export function symbolWords(symbol: string): string {
  const label = symbolLabel(symbol);
  return IDENTIFIER.test(label) ? humanize(label) : label;
}

/** An instruction: `use get_user`, `run git push`, `edit .ts files`. */
export function doWords(symbol: string): string {
  if (symbol.startsWith(COMMAND) || symbol.startsWith(TEST)) return `run ${symbolLabel(symbol)}`;
  if (symbol.startsWith('browser ')) return `${symbol.slice('browser '.length)} in the browser`;
  return !IDENTIFIER.test(symbol) && changesByName(symbol) === true
    ? symbolLabel(symbol)
    : `use ${symbolLabel(symbol)}`;
}

/** A step as words, for titles and actions: `close ticket`, `run git push`. */
export function actionWords(symbol: string): string {
  return IDENTIFIER.test(symbol) ? humanize(symbol) : doWords(symbol).replace(/^use /, '');
}
