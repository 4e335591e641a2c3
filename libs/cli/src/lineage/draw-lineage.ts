import type { LineageNode } from './lineage-node.ts';

const LINE_LENGTH = 160;

/** A tree as lines: each item with its text, under it in faint letters the facts, and its sources. `faint` dims a text. */
export function drawLineage(node: LineageNode, faint: (text: string) => string): string[] {
  const { id, text, at, by, sessionId, outcome, facts = [], sources = [], moreSources = 0, usedIn = [] } = node;
  const about = [
    ...(at === undefined ? [] : [at]),
    ...(by === undefined ? [] : [`by ${by}`]),
    ...(sessionId === undefined ? [] : [`session ${sessionId}`]),
    ...(outcome === undefined ? [] : [outcome]),
    ...facts,
  ].join(', ');
  const children = [
    ...sources.map((source) => drawLineage(source, faint)),
    ...(moreSources > 0 ? [[faint(`and ${moreSources} more: see --limit`)]] : []),
    ...usedIn.map((artifact) => [`used in ${artifact.id}  ${inOneLine(artifact.title)}`]),
  ];
  return [
    `${id}  ${inOneLine(text)}`,
    ...(about === '' ? [] : [`${children.length > 0 ? '│' : ' '}  ${faint(inOneLine(about))}`]),
    ...children.flatMap((lines, index) => indent(lines, index === children.length - 1)),
  ];
}

const indent = (lines: readonly string[], isLast: boolean): string[] =>
  lines.map((line, index) => `${index === 0 ? (isLast ? '└─ ' : '├─ ') : isLast ? '   ' : '│  '}${line}`);

function inOneLine(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  // The cut may have split a character.
  return line.length <= LINE_LENGTH ? line : `${line.slice(0, LINE_LENGTH - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}
