import type { DataOf } from '../call-operation.ts';

/** An artifact in words: its title, then each part of its content under its name. */
export const describeArtifact = ({ title, content }: Pick<DataOf<'getArtifact'>, 'title' | 'content'>): string =>
  [title, ...linesOf(content, '')].join('\n');

/** One line for each value of an object or list, indented as deep as it stands. Empty values are left out. */
function linesOf(value: object, indent: string): string[] {
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
    if (part === null || part === undefined || part === '') return [];
    const label = isList ? `${indent}-` : `${indent}${words(key)}:`;
    if (typeof part !== 'object') return [`${label} ${typeof part === 'string' ? part : JSON.stringify(part)}`];
    const lines = linesOf(part, `${indent}  `);
    return lines.length === 0 ? [] : [label, ...lines];
  });
}

/** `sessionSuccessRate` as "session success rate". */
const words = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
