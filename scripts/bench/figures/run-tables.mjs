import { formatRatio, formatValue } from '../report.mjs';
import { table } from './markdown.mjs';

const ms = (one) => `${formatValue(one)} ms`;
const rate = (one) => `${Math.round(one).toLocaleString('en')} /s`;
const mebibytes = (bytes) => Math.round(bytes / 1024 ** 2).toLocaleString('en');
const percent = (share) => `${Math.round(100 * share)} %`;

/** The lines of the table, and the goals of some. */
const OVERLOAD = [
  ['capacity, offered', ({ capacity, offered }) => `${rate(capacity.perSecond)}, ${rate(offered.perSecond)}`],
  ['one at a time, p50 and p99', ({ unloaded }) => `${ms(unloaded.p50)}, ${ms(unloaded.p99)}`],
  ['served requests, p50 and p99', ({ offered: { served } }) => `${ms(served.p50)}, ${ms(served.p99)}`],
  ['that p99, of one at a time', ({ ratio }) => `**${formatRatio(ratio)}**`, 'under 5'],
  ['served, of the capacity', ({ offered, goodput }) => `${rate(offered.served.perSecond)}, ${percent(goodput)}`],
  ['shed requests, p50', ({ offered }) => ms(offered.shed.p50)],
  ['health, p50 and p99', ({ health }) => `${ms(health.p50)}, ${ms(health.p99)}`, 'p99 under 100 ms'],
  ['normal again after', ({ recoveryMs }) => (recoveryMs === null ? 'not seen' : ms(recoveryMs)), 'under 1 s'],
  [
    'memory before, at most, after, MiB',
    ({ memory }) => [memory.before, memory.highest, memory.after].map(mebibytes).join(', '),
    'flat',
  ],
  ['load generator: busy, p99 late by', ({ offered }) => `${percent(offered.busy)}, ${ms(offered.lateness)}`],
];

/** @param {readonly (readonly [string, object | undefined])[]} systems each with its overload */
export function overloadTable(systems) {
  const columns = ['capture', 'synthesize'].flatMap((kind) =>
    systems.flatMap(([system, overload]) => (overload?.[kind] ? [[`${kind}, ${system}`, overload[kind]]] : [])),
  );
  const lines = OVERLOAD.map(([label, write, goal = '']) => [label, goal, ...columns.map(([, one]) => write(one))]);
  return table(
    ['', 'goal', ...columns.map(([name]) => name)],
    lines,
    systems.flatMap(([, one]) => one ?? []),
  );
}

/** @param {readonly (readonly [string, object | undefined])[]} systems each with its learn job over many sessions */
export const scaleTable = (systems) =>
  table(
    ['', 'seconds', 'events a second', 'progress reports seen', 'peak resident memory, MiB'],
    systems.flatMap(([name, scale]) => (scale ? [[name, ...scaleCells(scale)]] : [])),
    systems.flatMap(([, scale]) => scale ?? []),
  );

const scaleCells = ({ events, seconds, progressStates, peakBytes }) => [
  String(Math.round(seconds)),
  formatValue(events / seconds),
  String(progressStates),
  Object.entries(peakBytes)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, bytes]) => `${name} ${mebibytes(bytes)}`)
    .join(', '),
];
