import { addToGroup } from '@strata/kernel/add-to-group';
import { areWordsAlike } from './alike.ts';
import { isCode } from '../errors/error-codes.ts';
import { sharedSignature } from '../errors/shared-signature.ts';
import type { Memo } from '../memo.ts';
import { perSession } from '../sessions/per-session.ts';
import type { Act, Session } from '../sessions/session.ts';
import { compareText } from '../text/words.ts';

/** One error in one session. */
export interface Occurrence {
  session: Session;
  /** Index of the failed act; one past the last act for the session's verdict. */
  at: number;
  act: Act;
}

/** Errors of one kind: of one symbol or, if commands say in enough words what went wrong, of several. */
export interface ErrorGroup {
  /** Stays equal while evidence grows. */
  key: string;
  /** The symbol that fails most often. */
  symbol: string;
  /** All symbols that fail, most frequent first. */
  symbols: string[];
  /** What is equal in the errors; the rest is `<…>`. */
  signature: string;
  occurrences: Occurrence[];
}

/** A word counts as variable if this many different words occur at its position, with all other words equal. */
const PARAMETER_VALUES = 3;
const PARAMETER = '<value>';
const MAX_TEMPLATES = 400;
/** Words that make an error say the same whichever command fails. */
const TELLING_WORDS = 4;

/** Templates, and whether several sessions have them. */
type Templates = ReadonlyMap<string, boolean>;

/** Whether a word at a place may be variable: any word but a code that recurs. */
function mayVary(words: readonly string[], at: number, recurs: boolean): boolean {
  return !isCode(words[at] ?? '', words[at - 1] ?? '', words[at + 1] ?? '') || !recurs;
}

/** The variable words of each template. */
function generalTemplates(templates: Templates): Map<string, string> {
  const general = new Map([...templates.keys()].map((template) => [template, template]));
  if (templates.size > MAX_TEMPLATES) return general;
  const slots = new Map<string, Map<string, string>>();
  for (const [template, recurs] of [...templates].sort((a, b) => compareText(a[0], b[0]))) {
    const words = template.split(' ');
    if (words.length < 4) continue;
    words.forEach((word, at) => {
      if (!mayVary(words, at, recurs)) return;
      const slot = [...words.slice(0, at), PARAMETER, ...words.slice(at + 1)].join(' ');
      const values = slots.get(slot) ?? new Map<string, string>();
      slots.set(slot, values.set(word, template));
    });
  }
  for (const [slot, values] of [...slots].sort((a, b) => b[1].size - a[1].size || compareText(a[0], b[0])))
    if (values.size >= PARAMETER_VALUES)
      for (const template of values.values()) if (general.get(template) === template) general.set(template, slot);
  return general;
}

const MAX_COMPARED = 400;

/** Templates of one symbol that are alike, under the first of them. Words of a tool's error count one by one, so only commands' are compared. */
function alikeTemplates(templates: readonly string[]): Map<string, string> {
  const first: { template: string; words: string[]; codes: string }[] = [];
  const found = new Map<string, string>();
  for (const template of [...templates].sort(compareText)) {
    const words = template.split(' ');
    const codes = codesOf(words);
    const like = first.find((other) => areWordsAlike(other.words, words) && other.codes === codes);
    if (like === undefined && first.length < MAX_COMPARED) first.push({ template, words, codes });
    found.set(template, like?.template ?? template);
  }
  return found;
}

const codesOf = (words: readonly string[]): string =>
  words.filter((word, at) => isCode(word, words[at - 1] ?? '', words[at + 1] ?? '')).join(' ');

/** Errors whose templates are compared: those of a tool, or those of all commands. */
function familyOf({ symbol, command }: Act): string {
  return command === null ? symbol : '$';
}

function namesError(template: string): boolean {
  const words = template.split(' ').filter((word) => /^\P{L}{0,2}\p{L}{2,}\P{L}{0,2}$/u.test(word));
  return words.length >= TELLING_WORDS || /(?:command not found|no module named)/i.test(template);
}

function symbolsOf(occurrences: readonly Occurrence[]): string[] {
  const counts = new Map<string, number>();
  for (const { act } of occurrences) counts.set(act.symbol, (counts.get(act.symbol) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0])).map(([symbol]) => symbol);
}

function makeGroup([key, occurrences]: [string, Occurrence[]]): ErrorGroup {
  const symbols = symbolsOf(occurrences);
  const sightings = occurrences.map(({ session, act }) => ({
    line: act.error?.sample ?? '',
    session: session.id,
    task: session.task,
  }));
  const ofCommand = occurrences.every(({ act }) => act.command !== null);
  return { key, symbol: symbols[0] ?? '', symbols, signature: sharedSignature(sightings, ofCommand), occurrences };
}

/** The errors of a session. */
const errorsIn = perSession<undefined, readonly Occurrence[]>((session) =>
  [...session.acts, ...(session.failedVerdict === null ? [] : [session.failedVerdict])].flatMap((act, at) =>
    act.outcome === 'error' && act.error !== null ? [{ session, at, act }] : [],
  ),
);

const templateOf = ({ act }: Occurrence): string => act.error?.template ?? '';

function templatesOf(occurrences: readonly Occurrence[]): Templates {
  const first = new Map<string, Session>();
  const templates = new Map<string, boolean>();
  for (const occurrence of occurrences) {
    const template = templateOf(occurrence);
    const seenIn = first.get(template);
    if (seenIn === undefined) first.set(template, occurrence.session);
    if (templates.get(template) !== true)
      templates.set(template, seenIn !== undefined && seenIn !== occurrence.session);
  }
  return templates;
}

/** Template → the one that stands for all of its kind. */
function kindsOf(family: string, templates: Templates): ReadonlyMap<string, string> {
  const general = generalTemplates(templates);
  if (family !== '$') return general;
  const alike = alikeTemplates([...new Set(general.values())]);
  return new Map([...general].map(([template, kind]) => [template, alike.get(kind) ?? kind]));
}

/** Groups the errors of all sessions by what they say; most frequent first. A group that stays the same is the same object. */
export function groupErrors(sessions: readonly Session[], memo: Memo): ErrorGroup[] {
  const families = new Map<string, Occurrence[]>();
  for (const session of sessions)
    for (const occurrence of errorsIn(session, undefined)) addToGroup(families, familyOf(occurrence.act), occurrence);
  const groups = new Map<string, Occurrence[]>();
  for (const [family, occurrences] of families) {
    const templates = templatesOf(occurrences);
    const kinds = memo.once(`kinds of errors of ${family}`, [...templates].flat(), () => kindsOf(family, templates));
    for (const occurrence of occurrences) {
      const template = kinds.get(templateOf(occurrence)) ?? '';
      const owner = family === '$' && namesError(template) ? family : occurrence.act.symbol;
      addToGroup(groups, `${owner}\n${template}`, occurrence);
    }
  }
  return [...groups]
    .map((group) => memo.once(`errors ${group[0]}`, group[1], () => makeGroup(group)))
    .sort(
      (a, b) =>
        b.occurrences.length - a.occurrences.length ||
        compareText(`${a.symbol}\n${a.signature}`, `${b.symbol}\n${b.signature}`),
    );
}
