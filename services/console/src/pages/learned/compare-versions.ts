import type { Item } from '@strata/client/strata';
import { diffArrays } from 'diff';
import { shown } from './shown.ts';

export type Version = Item<'listArtifactVersions'>;

/** A line of two texts side by side. A side that has no such line is null. */
export interface ComparedLine {
  readonly before: string | null;
  readonly after: string | null;
  readonly isChanged: boolean;
}

/** What two versions say, line by line: what stayed, and what was changed, added or left out. */
export function compareVersions(before: Version, after: Version): ComparedLine[] {
  const parts = diffArrays(linesOfVersion(before), linesOfVersion(after));
  return parts.flatMap(({ value, added, removed }, at): ComparedLine[] => {
    if (!added && !removed) return value.map((line) => ({ before: line, after: line, isChanged: false }));
    // What was put in its place stands beside what was taken away.
    if (added && parts[at - 1]?.removed === true) return [];
    const [gone, come] = removed ? [value, parts[at + 1]?.added === true ? parts[at + 1]?.value : []] : [[], value];
    return Array.from({ length: Math.max(gone.length, come?.length ?? 0) }, (_, line) => ({
      before: gone[line] ?? null,
      after: come?.[line] ?? null,
      isChanged: true,
    }));
  });
}

const linesOfVersion = ({ title, content, confidence, sourceSessions }: Version): string[] => [
  title,
  ...linesOf({ confidence, sessions: sourceSessions }, ''),
  ...linesOf(content, ''),
];

/** A line for each value of an object or list, below its name and indented as deep as it stands. Empty values are left out. */
function linesOf(value: object, indent: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => itemLines(item, indent));
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
    if (part === null || part === undefined || part === '') return [];
    if (typeof part !== 'object') return [`${indent}${words(name)}: ${shown(part)}`];
    const lines = linesOf(part, `${indent}  `);
    return lines.length === 0 ? [] : [`${indent}${words(name)}`, ...lines];
  });
}

function itemLines(item: unknown, indent: string): string[] {
  if (typeof item !== 'object' || item === null) return [`${indent}- ${shown(item)}`];
  const [first = '', ...others] = linesOf(item, `${indent}  `);
  return [`${indent}- ${first.trimStart()}`, ...others];
}

/** `sessionSuccessRate` as "session success rate". */
const words = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
