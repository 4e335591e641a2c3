import { isTransient, StrataError } from '@strata/client/errors';
import type { Data } from '@strata/client/operation-types';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cli } from './cli.ts';
import { describeProgress } from './follow-job.ts';

type Usage = Data<'getUsageMetrics'>;
type Job = Data<'getJob'>;

const POLL_MS = 1000;
const RECENT_ERASURES = 20;

/**
 * Prints what the jobs of a tenant do, from now on and without an end: a line for each change of what learn jobs made, and for each change
 * of an erasure, if the key may see them. The interface has no list of jobs, so learn jobs are counted and not named.
 */
export async function followTenant({ strata, terminal, isJson }: Cli): Promise<never> {
  const { api } = strata;
  const erasures = new Map<string, string>();
  let seen = await api.getUsageMetrics();
  const may = { seeErasures: true };
  let isFirst = true;
  const print = (at: string, value: object, text: string): void => {
    if (isJson) terminal.json({ at, ...value });
    else terminal.print(`${terminal.faint(at)}  ${text}`);
  };
  print(new Date().toISOString(), learned(seen), describeLearned(seen));
  for (;;) {
    try {
      const usage = await api.getUsageMetrics();
      const erased = may.seeErasures ? await recentErasures(api) : undefined;
      may.seeErasures = erased !== undefined;
      const at = new Date().toISOString();
      if (describeLearned(usage) !== describeLearned(seen)) print(at, learned(usage), describeLearned(usage));
      seen = usage;
      for (const job of (erased ?? []).toReversed()) {
        const text = describeProgress(job);
        if (!isFirst && erasures.get(job.id) !== text) print(at, { job }, `${job.id}  ${text}`);
        erasures.set(job.id, text);
      }
      isFirst = false;
    } catch (error) {
      // A service that is away may come back.
      if (!isTransient(error)) throw error;
      terminal.progress('The service does not respond');
    }
    await wait(POLL_MS);
  }
}

/** Undefined if the key may not see them. */
async function recentErasures(api: Cli['strata']['api']): Promise<readonly Job[] | undefined> {
  try {
    return (await api.listErasures({ limit: RECENT_ERASURES })).items;
  } catch (error) {
    if (error instanceof StrataError && error.code === 'forbidden') return undefined;
    throw error;
  }
}

const learned = ({ period, usage, totals }: Usage) => ({
  day: period.day,
  ...{ learnJobs: usage.compilationsToday, automaticLearnJobs: usage.automaticCompilationsToday },
  ...{ memories: totals.memories, artifacts: totals.artifacts },
});

function describeLearned({ usage, totals }: Usage): string {
  const { compilationsToday: jobs, automaticCompilationsToday: automatic } = usage;
  return `${jobs} learn jobs today, ${automatic} automatic; ${totals.memories} memories, ${totals.artifacts} artifacts`;
}
