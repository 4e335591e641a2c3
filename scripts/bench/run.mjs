import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { root } from '../setup/workspace.mjs';
import { startLoadGenerator } from './load/load-generator.mjs';
import { INSERT_TABLE } from './load/sql-load.mjs';
import { measureAudit } from './measures/audit.mjs';
import { measureBatch } from './measures/batch.mjs';
import { measureCapture } from './measures/capture.mjs';
import { measureGrowth } from './measures/growth.mjs';
import { measureLearn } from './measures/learn.mjs';
import { measureLists } from './measures/lists.mjs';
import { measureOverload } from './measures/overload.mjs';
import { measurePeers } from './measures/peers.mjs';
import { measureProcesses } from './measures/processes.mjs';
import { measureScale } from './measures/scale.mjs';
import { measureScrubbing } from './measures/scrubbing.mjs';
import { measureShare } from './measures/share.mjs';
import { measureSoak } from './measures/soak.mjs';
import { measureStarts } from './measures/starts.mjs';
import { measureSynthesize } from './measures/synthesize.mjs';
import { createRecorder } from './profile/recorder.mjs';
import { endProgress, print, printFigures, printProfile, progress, writeReport } from './report.mjs';
import { missingForCluster, startCluster } from './systems/cluster.mjs';
import { startStandalone } from './systems/standalone.mjs';

const FOLDER = join(root, '.strata-bench');
const COMPARISONS = {
  capture: measureCapture,
  batch: measureBatch,
  learn: measureLearn,
  synthesize: measureSynthesize,
  share: measureShare,
  audit: measureAudit,
  scrubbing: measureScrubbing,
  lists: measureLists,
  starts: measureStarts,
  growth: measureGrowth,
};
const START = { standalone: startStandalone, cluster: startCluster };

/**
 * Runs the selected measures on each selected system, prints the figures and writes them to `.strata-bench/`.
 * @param {ReturnType<typeof import('./options.mjs').readOptions>} options
 */
export async function runBench({ measures, systems, size, processes, port, profile }) {
  const report = {};
  for (const name of systems) {
    const missing = name === 'cluster' ? missingForCluster(process.env) : [];
    if (missing.length > 0) print(`\ncluster: skipped, ${missing.join(', ')} not set`);
    else {
      const recorder = profile ? createRecorder(join(FOLDER, `profiles-${process.pid}`, name)) : undefined;
      const start = (folder, env, others = processes) =>
        START[name]({ folder, firstPort: port, processes: others, env: { ...recorder?.env, ...env } });
      report[name] = await onSystem(name, start, (parts) => measureAll({ ...parts, measures, size, recorder }));
    }
  }
  print(`\nNode ${process.versions.node}. Figures in ${writeReport(FOLDER, { size, systems: report })}`);
}

async function onSystem(name, start, work) {
  print(`\n${name}`);
  progress('starting');
  const folder = join(FOLDER, `data-${process.pid}`);
  const closing = [() => rmSync(folder, { recursive: true, force: true })];
  let closed;
  // All calls wait for the same promise: a failure caused by a signal must not end the process before the cleanup is done.
  const close = () => (closed ??= closeAll(closing));
  const interrupted = () => void close().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, interrupted);
  try {
    const startIn = async (place, ...how) => {
      mkdirSync(place, { recursive: true });
      const started = await start(place, ...how);
      closing.push(started.stop);
      return started;
    };
    const system = await startIn(folder, {});
    /** Another system, with other settings and, in the cluster, other processes. */
    const startOther = (...how) => startIn(join(folder, 'other'), ...how);
    const load = startLoadGenerator();
    closing.push(load.stop);
    await prepareDatabase(system.connectionString);
    /** What ends before the system does, also if the bench is interrupted or fails. */
    const atEnd = (step) => closing.push(step);
    return await work({ system, startOther, startIn, folder, atEnd, load });
  } finally {
    await close();
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, interrupted);
  }
}

async function closeAll(steps) {
  for (const step of steps.toReversed()) await step();
}

async function measureAll({ measures, size, recorder, ...parts }) {
  const { system, startOther, atEnd, load } = parts;
  const figures = [];
  const results = { figures };
  const record = recorder === undefined ? (work) => work() : (work) => recorder.record(system, work);
  for (const measure of measures) {
    const report = (text) => progress(`${measure}: ${text}`);
    if (measure === 'scale') results.scale = await measureScale({ system, report, record, print });
    else if (measure === 'overload')
      results.overload = await measureOverload({ system, load, size, report, record, print });
    else if (measure === 'processes')
      results.processes = await measureProcesses({ system, startOther, load, size, report, record, print });
    else if (measure === 'peers') {
      const { figures: compared, ...others } = await measurePeers({
        system,
        startOther,
        atEnd,
        load,
        size,
        report,
        print,
      });
      figures.push(...compared);
      results.peers = others;
    } else if (measure === 'soak') results.soak = await measureSoak({ system, load, size, report, print });
    else figures.push(...(await COMPARISONS[measure]({ ...parts, size, report, record, print })));
    endProgress();
    if (recorder !== undefined) printProfile(measure, recorder.takeSummary());
  }
  endProgress();
  if (figures.length > 0) printFigures(figures);
  return results;
}

async function prepareDatabase(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('create schema if not exists bench');
  await client.query(INSERT_TABLE);
  await client.end();
}
