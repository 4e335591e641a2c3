import { frameRecalled } from '@strata/kernel/recalled-text';
import { LANES, type Lane } from '@strata/contracts/schemas/synthesis';
import type { PackedSection, PackItem } from './pack-item.ts';
import { dateLabel, isWarning, withoutDate } from './render-memory.ts';

const HEADINGS: Readonly<Record<Lane, string>> = {
  instruction: 'How the user wants work done (recorded wishes)',
  guide: 'Rules and procedures',
  fix: 'Fixes',
  evidence: 'What was said and found',
};

/** A line of a content that looks like a heading of the text. */
const HEADING = new RegExp(`^\\s*(?=#+\\s*(?:${Object.values(HEADINGS).join('|')}))`, 'iu');

/** What follows the heading of a lane, in the order of the groups: how the runs ended in which its texts were said. */
const ENDINGS = { succeeded: ' in runs that succeeded', open: '', failed: ' in failed runs (a warning)' } as const;
type Ending = keyof typeof ENDINGS;
/** A text of runs that ended differently says so itself. */
const MIXED = ' (its runs ended differently)';

/** The headings that a text may have besides those of the lanes. */
export const WARNING_HEADING = `## ${HEADINGS.evidence}${ENDINGS.failed}`;
export const SUCCESS_HEADING = `## ${HEADINGS.evidence}${ENDINGS.succeeded}`;

/**
 * The sections of a pack as Markdown for a prompt, in an element that says what it is. They stand lane by lane. Evidence from runs
 * that succeeded comes first, and what was only said in failed runs comes last in its lane. No content can end the element or a part
 * of it: where a content has its tags or headings, these are escaped. A date is shown where it changes. Empty without sections.
 */
export function renderText(sections: readonly PackedSection[]): string {
  if (sections.length === 0) return '';
  const groups = LANES.flatMap((lane) => {
    const own = sections.filter(({ item }) => item.lane === lane);
    return (Object.keys(ENDINGS) as Ending[]).flatMap((ending) =>
      group(
        `${HEADINGS[lane]}${ENDINGS[ending]}`,
        own.filter(({ item }) => endingOf(item) === ending),
      ),
    );
  });
  return frameRecalled(groups.join('\n'));
}

/** The text of a pack with the headings of some lanes and no section: about what a text costs beyond its sections. */
export const emptyFrame = (lanes: ReadonlySet<Lane>): string =>
  frameRecalled(LANES.flatMap((lane) => (lanes.has(lane) ? [`## ${HEADINGS[lane]}`] : [])).join('\n'));

/** Only evidence has a heading for success: a guide says itself how its runs ended, and a fix is what worked. */
function endingOf({ lane, outcome }: PackItem): Ending {
  if (isWarning(outcome)) return 'failed';
  return lane === 'evidence' && outcome === 'success' ? 'succeeded' : 'open';
}

const group = (heading: string, sections: readonly PackedSection[]): string[] =>
  sections.length === 0 ? [] : [`## ${heading}`, ...bullets(sections)];

function bullets(sections: readonly PackedSection[]): string[] {
  let shown: string | undefined;
  return sections.map(({ item, content }) => {
    const date = dateLabel(item.occurredAt);
    const plain = item.kind === 'memory' ? withoutDate(content, date) : content;
    const isDated = plain !== content;
    const text = isDated && date === shown ? plain : content;
    if (isDated) shown = date;
    const ending = item.lane === 'evidence' && item.outcome === 'mixed' ? MIXED : '';
    return `- ${linesOf(`${text}${ending}`).join('\n  ')}`;
  });
}

/** The lines of a text, without empty ones. */
const linesOf = (text: string): string[] =>
  text
    .split(/[\r\n\v\f\u0085\u2028\u2029]/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(HEADING, '$&\\'));
