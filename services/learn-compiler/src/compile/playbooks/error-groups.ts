import { compareText } from '../text/words.ts';
import type { Act, Session } from '../sessions/session.ts';

/** One error in one session. */
export interface Occurrence {
  session: Session;
  /** Index of the failed act; one past the last act for the session's verdict. */
  at: number;
  act: Act;
}

/** Errors of one symbol with the same text, apart from variable words. */
export interface ErrorGroup {
  symbol: string;
  /** The shared words; variable ones are `<…>`. */
  signature: string;
  occurrences: Occurrence[];
}

/** A word counts as variable if this many different words occur at its position, with all other words equal. */
const PARAMETER_VALUES = 3;
const PARAMETER = '<value>';
const MAX_TEMPLATES = 400;

/** The variable words of each template. */
function generalTemplates(templates: readonly string[]): Map<string, string> {
  const general = new Map(templates.map((template) => [template, template]));
  if (templates.length > MAX_TEMPLATES) return general;
  const slots = new Map<string, Map<string, string>>();
  for (const template of templates) {
    const words = template.split(' ');
    if (words.length < 4) continue;
    words.forEach((word, at) => {
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

/** Groups the errors of all sessions by symbol and generalized template; most frequent first. */
export function groupErrors(sessions: readonly Session[]): ErrorGroup[] {
  const bySymbol = new Map<string, Occurrence[]>();
  for (const session of sessions)
    [...session.acts, ...(session.failedVerdict === null ? [] : [session.failedVerdict])].forEach((act, at) => {
      if (act.outcome !== 'error' || act.error === null) return;
      const list = bySymbol.get(act.symbol);
      if (list === undefined) bySymbol.set(act.symbol, [{ session, at, act }]);
      else list.push({ session, at, act });
    });
  const groups = new Map<string, ErrorGroup>();
  for (const [symbol, occurrences] of bySymbol) {
    const general = generalTemplates(
      [...new Set(occurrences.map(({ act }) => act.error?.template ?? ''))].sort(compareText),
    );
    for (const occurrence of occurrences) {
      const template = occurrence.act.error?.template ?? '';
      const signature = general.get(template) ?? template;
      const key = `${symbol}\n${signature}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { symbol, signature, occurrences: [occurrence] });
      else group.occurrences.push(occurrence);
    }
  }
  return [...groups.values()].sort(
    (a, b) =>
      b.occurrences.length - a.occurrences.length ||
      compareText(`${a.symbol}\n${a.signature}`, `${b.symbol}\n${b.signature}`),
  );
}
