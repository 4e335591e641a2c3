import { formatRatio } from '../report.mjs';
import { GOALS, isRate, judge } from './goals.mjs';

const SYSTEMS = ['standalone', 'cluster'];
const WIDTH = 960;
const PLOT = { left: 330, right: 780 };
const NUMBERS = [885, 948];
const TOP = 44;
const ROW = 26;
const SECTION = 40;
const LANES = [-5, 5];
const STYLE = `
    text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #212529; }
    .section { font-weight: 600; }
    .quiet { font-size: 12px; fill: #5c636a; }
    .grid { stroke: #dee2e6; }
    .good { fill: #2f9e44; fill-opacity: 0.13; }
    .floor, .aim { stroke: #2b8a3e; stroke-width: 2; }
    .aim { stroke-dasharray: 2 2; }
    .standalone { fill: #3b5bdb; stroke: #3b5bdb; }
    .cluster { fill: #d9480f; stroke: #d9480f; }
    text.standalone, text.cluster { stroke: none; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e9ecef; }
      .quiet { fill: #adb5bd; }
      .grid { stroke: #373d44; }
      .floor, .aim { stroke: #69db7c; }
      .standalone { fill: #91a7ff; stroke: #91a7ff; }
      .cluster { fill: #ffa94d; stroke: #ffa94d; }
    }`;

/**
 * Draws each figure that has a floor as its ratio to the limit, on a logarithmic axis: a dot for the median, a line from the least to the most.
 * @param {Record<string, {figures: import('../rounds.mjs').Figure[]}>} saved by system
 * @returns {string} SVG for light and dark pages
 */
export function chartOf(saved) {
  const rows = GOALS.map((goal) => ({ goal, found: SYSTEMS.map((name) => judge(goal, saved[name]?.figures ?? [])) }))
    .filter(({ found }) => found.some(Boolean))
    .map((row) => ({ ...row, higherIsBetter: isRate(row.found.find(Boolean).figure) }));
  const scale = scaleOf(rows);
  let y = TOP;
  const drawn = [
    ['Rates: more is better', rows.filter(({ higherIsBetter }) => higherIsBetter)],
    ['Times and memory: less is better', rows.filter(({ higherIsBetter }) => !higherIsBetter)],
  ].flatMap(([title, of]) => {
    const heading = text(12, (y += SECTION) - 14, title, 'section');
    return [heading, ...of.map((row) => drawRow(row, (y += ROW) - ROW / 2, scale))];
  });
  const bottom = y + 8;
  const grid = scale.powers.map((power) => {
    const x = scale.at(power);
    return `${line('grid', x, TOP, x, bottom)}${text(x, TOP - 8, `${power} ×`, 'quiet', 'middle')}`;
  });
  const head = SYSTEMS.map((name, at) => text(NUMBERS[at], TOP - 8, name, name, 'end'));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 34}" role="img" aria-labelledby="title desc">
  <title id="title">Strata against its floors and aims</title>
  <desc id="desc">Each figure as its ratio to the limit, on a logarithmic axis, with its floor and its aim.</desc>
  <style>${STYLE}
  </style>
  ${[...grid, ...head, ...drawn].join('\n  ')}
  ${legend(bottom + 22)}
</svg>
`;
}

function drawRow({ goal, found, higherIsBetter }, y, { at }) {
  const edge = higherIsBetter ? PLOT.right : PLOT.left;
  const good = (limit) => {
    const [from, to] = [at(limit), edge].toSorted((a, b) => a - b);
    return `<rect class="good" x="${from}" y="${y - ROW / 2 + 1}" width="${round(to - from)}" height="${ROW - 2}" />`;
  };
  const mark = (name, limit) => line(name, at(limit), y - ROW / 2 + 1, at(limit), y + ROW / 2 - 1);
  const figures = found.map((one, nth) => (one === undefined ? '' : drawFigure(one.figure.ratio, nth, y, at)));
  return [
    text(12, y + 4, goal.label),
    ...[good(goal.floor), good(goal.aim), mark('floor', goal.floor), mark('aim', goal.aim)],
    ...figures,
  ].join('');
}

function drawFigure({ min, median, max }, nth, y, at) {
  const lane = y + LANES[nth];
  const name = SYSTEMS[nth];
  const dot = `<circle class="${name}" cx="${at(median)}" cy="${lane}" r="4" />`;
  return `${line(name, at(min), lane, at(max), lane)}${dot}${text(NUMBERS[nth], y + 4, formatRatio(median), name, 'end')}`;
}

/** Whole powers of ten around all ratios. */
function scaleOf(rows) {
  const ratios = rows.flatMap(({ goal, found }) => [
    ...[goal.floor, goal.aim],
    ...found.flatMap((one) => (one ? [one.figure.ratio.min, one.figure.ratio.max] : [])),
  ]);
  const low = Math.floor(Math.log10(Math.min(...ratios)));
  const high = Math.ceil(Math.log10(Math.max(...ratios)));
  return {
    powers: Array.from({ length: high - low + 1 }, (_, nth) => Number((10 ** (low + nth)).toPrecision(1))),
    at: (ratio) => round(PLOT.left + ((PLOT.right - PLOT.left) * (Math.log10(ratio) - low)) / (high - low)),
  };
}

function legend(y) {
  const keys = [
    ['<line class="floor" x1="0" y1="-11" x2="0" y2="4" />', 'floor'],
    ['<line class="aim" x1="0" y1="-11" x2="0" y2="4" />', 'aim'],
    ['<rect class="good" x="-8" y="-11" width="16" height="15" />', 'within the floor, stronger within the aim'],
    ['<circle class="quiet" cx="0" cy="-4" r="4" />', 'median, and a line from the least to the most'],
  ];
  const places = [20, 90, 160, 440];
  return keys
    .map(
      ([key, words], nth) => `<g transform="translate(${places[nth]} ${y})">${key}${text(14, 0, words, 'quiet')}</g>`,
    )
    .join('');
}

const round = (pixels) => Math.round(10 * pixels) / 10;
const line = (name, x1, y1, x2, y2) => `<line class="${name}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" />`;
const text = (x, y, words, name = '', anchor = 'start') =>
  `<text class="${name}" x="${x}" y="${y}" text-anchor="${anchor}">${words}</text>`;
