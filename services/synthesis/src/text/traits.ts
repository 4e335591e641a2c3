import { MONTHS, WEEKDAYS } from '@strata/languages/calendar-names';
import { MAX_TEXT_LENGTH } from './words.ts';

/** Traits of a text, found once, at index time. */
export interface Traits {
  /** It ends in a question. */
  readonly asks: boolean;
  /** It contains a date, a duration or a relative time, so it may answer a "when". */
  readonly mentionsTime: boolean;
}

/** A text with at most this many characters after its last question mark ends in a question ("…, right? Thanks!"). */
const AFTER_QUESTION = 25;
const QUESTION = new RegExp(`[?？؟][^?？؟]{0,${String(AFTER_QUESTION)}}$`, 'u');
/** Names of months and days that are everyday words too. */
const AMBIGUOUS = new Set(['may', 'mar', 'sun', 'sat', 'mai', 'mart']);
const CALENDAR = [...MONTHS.keys(), ...WEEKDAYS.keys()].filter((name) => !AMBIGUOUS.has(name)).map(escape);
const RELATIVE =
  `yesterday|today|tonight|tomorrow|ago|recently|since|weekends?|(?:last|next|this|past|coming)\\s+\\p{L}+
|days?|weeks?|months?|years?|gestern|heute|morgen|seit|jahren?|wochen?|hier|aujourd['’]hui|demain|depuis|semaines?|ans|années?
|ayer|hoy|mañana|semanas?|años?|hace|ontem|hoje|amanhã|ieri|oggi|domani|settimane?|anni|вчера|сегодня|завтра|назад|недел[яюиь]|лет`.replace(
    /\n/gu,
    '',
  );
const NUMERIC = `(?:19|20)\\d\\d(?:-\\d\\d(?:-\\d\\d)?)?|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}|\\d{1,2}:\\d\\d|\\d{1,2}(?:st|nd|rd|th)`;
const TIME = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${NUMERIC}|${RELATIVE}|${CALENDAR.join('|')})(?![\\p{L}\\p{N}])|\\d[年月日周週時时]|[一二三四五六七八九十][年月日号號周週時时]|昨天|今天|明天|前天|[后後]天|[来先今下上][月週周年]|昨日|今日|明日|어제|오늘|내일`,
  'iu',
);

/** Only the first 65,536 characters are read. */
export function traitsOf(text: string): Traits {
  const said = text.slice(0, MAX_TEXT_LENGTH).trimEnd();
  return { asks: QUESTION.test(withoutTrailingNote(said)), mentionsTime: TIME.test(said) };
}

/** A note in brackets at the end (an image's caption, an attachment) is not part of the speaker's words. */
function withoutTrailingNote(text: string): string {
  const start = text.endsWith(']') ? text.lastIndexOf('[') : -1;
  return start < 0 ? text : text.slice(0, start).trimEnd();
}

function escape(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
}
