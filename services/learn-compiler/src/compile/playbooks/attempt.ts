import type { Act, Session } from '../sessions/session.ts';
import type { Occurrence } from './error-groups.ts';

/**
 * How an action follows an error: `first` comes before the failed step is run again, `retry` is the failed step with changes, `same` is the
 * failed step unchanged, `instead` takes its place, `stop` does nothing more.
 */
export type Way = 'first' | 'retry' | 'same' | 'instead' | 'stop';

/** An action that followed errors of one kind, and what came of it. */
export interface Attempt {
  way: Way;
  /** Equal for equal actions: a command or an edit apart from what varies; of another act its symbol. */
  key: string;
  /** The symbol of the action; null if there was none. */
  symbol: string | null;
  /** Whether it only looks, and does not take the place of a program that is missing: never a fix. */
  looks: boolean;
  /** Names of arguments that retries changed, with the number of retries that changed them. */
  changed: Map<string, number>;
  /** Whether it works on something that the failed step worked on. */
  shares: boolean;
  /** How often it was done after such an error. */
  tried: number;
  /** How often the failed step then worked, or what took its place did. */
  helped: number;
  /** How often the failed step then failed with the same error. */
  vain: number;
  /** Sum of how near it was to the step that worked: 1 for the act right before it, less for earlier ones. */
  nearness: number;
  acts: Act[];
  /** The errors after which it helped. */
  helpedIn: Set<Occurrence>;
  sessions: Set<Session>;
  /** For each time it helped: events of the failed step, of the action and of the step that worked. */
  overcomeBy: string[][];
  /** The same events for every time, helpful or not. */
  readFrom: string[];
  /** Events of the action, for every time. */
  takenIn: string[];
  last: Occurrence;
}

/** What differs between two runs of one command: hashes, times, ids of processes and other long numbers, names in a temporary folder. */
const VARIES: readonly RegExp[] = [
  /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi,
  /\b(?=[\da-f]*\d)(?=[\da-f]*[a-f])[\da-f]{7,64}\b/gi,
  /\b\d{4}-\d{2}-\d{2}(?:[T_ -]\d{2}[:_-]?\d{2}(?:[:_-]?\d{2})?)?/g,
  /\b\d{5,}\b|(?<=\s)[1-9]\d{3,}(?=\s|$)/g,
  /(?<=\/tmp\/)[\w.-]{1,80}/g,
];

/** A text with what differs from run to run masked, and whitespace folded. Other numbers, names and quoted words tell commands apart. */
export function maskedCommand(text: string): string {
  let masked = text.replace(/\s+/g, ' ').trim();
  for (const pattern of VARIES) masked = masked.replace(pattern, '<id>');
  return masked;
}

/** The identity of an action. */
export function actionKey(act: Act): string {
  const [edit] = act.edits;
  if (act.command !== null && act.kind !== 'edit') return `run ${maskedCommand(act.command)}`;
  if (edit !== undefined) return `edit ${maskedCommand(`${edit.path} ${edit.lines}`)}`;
  return `use ${act.symbol}`;
}
