import { formatRatio, formatValue } from '../report.mjs';
import { PEERS } from '../peers/start-peers.mjs';
import { GOALS, isRate, judge } from './goals.mjs';
import { table } from './markdown.mjs';
import { overloadTable, scaleTable } from './run-tables.mjs';
import { rowsOf } from './shown.mjs';

const SYSTEMS = ['standalone', 'cluster'];

/**
 * The tables of the page in Markdown, by name.
 * @param {Record<string, import('./merge.mjs').SavedSystem>} saved by system
 * @returns {Record<string, string>}
 */
export function tablesOf(saved) {
  const [standalone, cluster] = SYSTEMS.map((name) => saved[name]?.figures ?? []);
  const each = (part) => SYSTEMS.map((name) => [name, saved[name]?.[part]]);
  return {
    standalone: systemTable(standalone),
    cluster: systemTable(cluster),
    overload: overloadTable(each('overload')),
    peers: peersTable(rowsOf('peers', cluster)),
    starts: startsTable([...cluster, ...standalone]),
    growth: growthTable(
      SYSTEMS.flatMap((name, at) => rowsOf('growth', [standalone, cluster][at]).map((figure) => ({ name, figure }))),
    ),
    scale: scaleTable(each('scale')),
    goals: goalsTable([standalone, cluster]),
  };
}

const valueOf = ({ unit }, { median }) => `${formatValue(median)} ${unit}`;

function ratioOf({ ratio: { min, median, max } }) {
  const middle = `**${formatRatio(median)}**`;
  return min === max ? middle : `${middle} (${formatRatio(min)} to ${formatRatio(max)})`;
}

const comparisonOf = (figure) => [valueOf(figure, figure.strata), valueOf(figure, figure.limit), ratioOf(figure)];

function systemTable(figures) {
  const rows = rowsOf('system', figures);
  const lines = rows.map((figure) => {
    const p95 = figures.find(({ name }) => name === figure.name.replace(/(, p50)?$/u, ', p95'));
    return [
      figure.name.replace(/, (p50|mean)$/u, ''),
      valueOf(figure, figure.strata),
      p95 === undefined ? '' : valueOf(p95, p95.strata),
      valueOf(figure, figure.limit),
      ratioOf(figure),
    ];
  });
  return table(['', 'Strata', 'its p95', 'limit', 'ratio: median (least to most)'], lines, rows);
}

function peersTable(rows) {
  const titleOf = ({ name }) => name.slice(0, name.lastIndexOf(','));
  const lines = [...new Set(rows.map(titleOf))].map((title) => {
    const against = PEERS.map((peer) => rows.find(({ name }) => name === `${title}, ${peer}`));
    const words = title.replace(', p50', '').replace(', vectors', ', with vectors').replace(', words', ', without');
    const first = against.find(Boolean);
    const cells = against.map((one) => (one === undefined ? '' : `${valueOf(one, one.limit)}: ${ratioOf(one)}`));
    return [words, valueOf(first, first.strata), ...cells];
  });
  return table(['', 'Strata', 'Mastra', 'LangGraph', 'mem0'], lines, rows);
}

/** A line for each process: its start and its memory. */
function startsTable(figures) {
  const starts = rowsOf('starts', figures);
  const memory = rowsOf('memory', figures);
  const lines = starts.map((start) => {
    const subject = start.name.replace('start, ', '');
    const its = memory.find(({ name }) => name.includes(subject));
    return [
      subject.replace(/start$/u, 'start of standalone'),
      ...comparisonOf(start),
      ...(its ? comparisonOf(its) : []),
    ];
  });
  return table(['', 'start', 'limit', 'ratio', 'memory', 'limit', 'ratio'], lines, [...starts, ...memory]);
}

const GROWING = ['capture', 'batch', 'synthesize', 'learn'];

/** A line for what there is ten times of in each system, a column for what it costs. */
function growthTable(rows) {
  const titleOf = ({ name, figure }) => `${figure.name.split(':')[0]}, ${name}`;
  const lines = [...new Set(rows.map(titleOf))].map((title) => [
    title,
    ...GROWING.map((work) => {
      const found = rows.find((row) => titleOf(row) === title && row.figure.name.includes(`: ${work}`));
      return found === undefined ? '' : ratioOf(found.figure);
    }),
  ]);
  return table(
    ['', 'one capture', 'a batch of 500', 'one synthesis', 'learning 500 events'],
    lines,
    rows.map(({ figure }) => figure),
  );
}

function goalsTable(systems) {
  const rows = GOALS.map((goal) => ({ goal, found: systems.map((figures) => judge(goal, figures)) })).filter(
    ({ found }) => found.some(Boolean),
  );
  const lines = rows.map(({ goal, found }) => {
    const least = isRate(found.find(Boolean).figure) ? 'at least' : 'at most';
    return [
      goal.label,
      `${least} ${short(goal.floor)}`,
      short(goal.aim),
      ...found.map((one) => (one === undefined ? '' : verdictOf(one))),
    ];
  });
  return table(
    ['', 'floor', 'aim', ...SYSTEMS],
    lines,
    rows.flatMap(({ found }) => found.flatMap((one) => one?.figure ?? [])),
  );
}

/** Such as a third, with two digits. */
const short = (ratio) => String(Number(ratio.toPrecision(2)));

function verdictOf({ figure, part, verdict }) {
  const which = part === undefined ? '' : ` (${part})`;
  return `${formatRatio(figure.ratio.median)}${which}, ${verdict === 'missed' ? '**missed**' : verdict}`;
}
