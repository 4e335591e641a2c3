import { humanize } from '../text/words.ts';
import { changesByName } from './tool-verbs.ts';

const COMMAND = '$ ';
const IDENTIFIER = /^[\w.:-]+$/;

/** A symbol as it is named in a sentence: a tool or file kind by its own name, a command without the prompt. */
export function symbolLabel(symbol: string): string {
  return symbol.startsWith(COMMAND) ? symbol.slice(COMMAND.length) : symbol;
}

/** A symbol in plain words, for titles and goals: `close_ticket` → `close ticket`. */
export function symbolWords(symbol: string): string {
  const label = symbolLabel(symbol);
  return IDENTIFIER.test(label) ? humanize(label) : label;
}

/** What to do, in the imperative: `use get_user`, `run git push`, `edit *.ts`. */
export function doWords(symbol: string): string {
  if (symbol.startsWith(COMMAND) || symbol.startsWith('test ')) return `run ${symbolLabel(symbol)}`;
  if (symbol.startsWith('browser ')) return `${symbol.slice('browser '.length)} in the browser`;
  return !IDENTIFIER.test(symbol) && changesByName(symbol) === true ? symbol : `use ${symbol}`;
}

/** Capitalized words for a step's action. */
export function actionWords(symbol: string): string {
  const words = IDENTIFIER.test(symbol) ? humanize(symbol) : doWords(symbol).replace(/^use /, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
