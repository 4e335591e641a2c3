import type { SectionOutcome } from '@strata/contracts/schemas/synthesis';
import { countTokens } from '../text/count-tokens.ts';
import type { PackedSection } from './pack-item.ts';

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
  readonly times?: number | undefined;
  /** By how many people or programs; absent: one. */
  readonly voices?: number | undefined;
  /** Since when it no longer holds (epoch milliseconds); absent: it holds. */
  readonly replaced?: { readonly until: number } | undefined;
}

/** From here on it is worth a word how often something was said. */
const OFTEN = 3;

/**
 * A memory as text: `[8 May 2023] Ada: the text (said 4 times by 2 people)`. The speaker's name is shown in one line, and left out
 * if the text begins with it. `date` is from `dateLabel`, or null inside a run of turns of the same conversation and day. `alike` is the
 * number of other memories that say the same and are left out. What a newer memory replaced ends with `(until 8 May 2023)`.
 */
export function renderMemory(
  { text, speaker, times = 1, voices = 1, replaced }: ShownMemory,
  date: string | null,
  alike = 0,
): string {
  const name = speaker?.replace(/\s+/g, ' ') ?? null;
  const said = name === null || text.startsWith(`${name}:`) ? text.trim() : `${name}: ${text.trim()}`;
  // A memory without a speaker was found in several events at once: in a call and its result, or in the attempts at an error.
  const count = name === null ? `from ${String(times)} events` : `said ${String(times)} times`;
  const often = times < OFTEN ? '' : ` (${count}${byPeople(voices)})`;
  const more = alike === 0 ? '' : ` (and ${String(alike)} more like it)`;
  const until = replaced === undefined ? '' : ` (until ${dateLabel(replaced.until)})`;
  return `${date === null ? '' : `[${date}] `}${said}${until}${often}${more}`;
}

const byPeople = (voices: number): string => (voices > 1 ? ` by ${String(voices)} people` : '');

/** A rendered memory without the date that it begins with; the same text if it does not. */
export function withoutDate(rendered: string, date: string): string {
  const label = `[${date}] `;
  return rendered.startsWith(label) ? rendered.slice(label.length) : rendered;
}

const DAY_MS = 86_400_000;
const MAX_DAYS = 10_000;
/** By the number of the day since 1970: a pack asks for the same few again and again. */
const labels = new Map<number, string>();

/** The day of a moment (epoch milliseconds, in UTC) as `8 May 2023`. */
export function dateLabel(at: number): string {
  const day = Math.floor(at / DAY_MS);
  const known = labels.get(day);
  if (known !== undefined) return known;
  const date = new Date(at);
  const label = `${String(date.getUTCDate())} ${MONTHS[date.getUTCMonth()] ?? ''} ${String(date.getUTCFullYear())}`;
  if (labels.size >= MAX_DAYS) labels.clear();
  labels.set(day, label);
  return label;
}

/** Whether something was only said in failed runs: it shows what was tried, not what works. */
export const isWarning = (outcome: SectionOutcome | null | undefined): boolean => outcome === 'failure';

/** What the warning of a section costs, in o200k tokens. */
export const warningTokens = (outcome: SectionOutcome | null | undefined): number => (isWarning(outcome) ? COST : 0);

/** What a section shows where it stands alone: its content, after a warning if it was only said in failed runs. */
export const withWarning = ({ item: { outcome }, content }: PackedSection): string =>
  isWarning(outcome) ? `${WARNING}${content}` : content;
