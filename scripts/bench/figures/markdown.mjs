/**
 * A table in Markdown, and a line below it that says when and how its figures were taken.
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} lines
 * @param {readonly import('./merge.mjs').Taken[]} figures
 */
export function table(head, lines, figures) {
  const rows = [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...lines];
  const taken = [...new Set(figures.toSorted((a, b) => a.at.localeCompare(b.at)).map(describe))].join('; ');
  return `${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n\nTaken: ${taken || 'not yet'}.`;
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

const describe = ({ at, node, rounds }) =>
  `${DAY.format(new Date(at))}, Node ${node.slice(1)}, ${rounds === undefined ? 'one run' : `${rounds} rounds`}`;
