import type { SectionOutcome } from '@strata/contracts/schemas/synthesis';
import { countTokens } from '../text/count-tokens.ts';

const WARNING = 'Warning, from a failed run: ';
const COST = countTokens(WARNING);

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2023, month, 1)),
);

/** What a section shows of a memory. */
export interface ShownMemory {
  readonly text: string;
  readonly speaker: string | null;
  /** In how many events it was said or found; absent: one. */
  readonly times?: number;
  /** By how many people or programs; absent: one. */
  readonly voices?: number;
  /** How the runs ended in which it was said; absent or null: not known. */
  readonly outcome?: SectionOutcome | null;
}

/** From here on it is worth a word how often something was said. */
const OFTEN = 3;

/**
 * A memory as text: `[8 May 2023] Ada: the text (said 4 times by 2 people)`. The speaker is left out if the text begins with
 * the name already. `date` is from `dateLabel`, or null inside a run of turns of the same conversation and day. `alike` is the
 * number of other memories that say the same and are left out. What was only said in failed runs is a warning.
 */
export function renderMemory(
  { text, speaker, times = 1, voices = 1, outcome = null }: ShownMemory,
  date: string | null,
  alike = 0,
): string {
  const said = speaker === null || text.startsWith(`${speaker}:`) ? text.trim() : `${speaker}: ${text.trim()}`;
  const often =
    times < OFTEN ? '' : ` (${speaker === null ? 'seen' : 'said'} ${String(times)} times${byPeople(voices)})`;
  const more = alike === 0 ? '' : ` (and ${String(alike)} more like it)`;
  const warning = outcome === 'failure' ? WARNING : '';
  return `${warning}${date === null ? '' : `[${date}] `}${said}${often}${more}`;
}

const byPeople = (voices: number): string => (voices > 1 ? ` by ${String(voices)} people` : '');

/** The day of a moment (epoch milliseconds, in UTC) as `8 May 2023`. */
export function dateLabel(at: number): string {
  const date = new Date(at);
  return `${String(date.getUTCDate())} ${MONTHS[date.getUTCMonth()] ?? ''} ${String(date.getUTCFullYear())}`;
}

/** What a warning costs in a pack, in o200k tokens. */
export const warningTokens = (outcome: SectionOutcome | null): number => (outcome === 'failure' ? COST : 0);
