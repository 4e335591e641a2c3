import { eventually } from '@strata/testkit/eventually';
import { seeded, type Random } from '@strata/testkit/seeded-random';
import { setTimeout as delay } from 'node:timers/promises';
import { readHealth } from '../health/read-health.ts';
import { between, shuffled } from './choose.ts';
import { describeFigures } from './describe-figures.ts';
import type { Fault } from './fault.ts';
import type { FaultSystem } from './fault-system.ts';
import { prepareLoad, type LoadOnSystem } from './load/start-load.ts';
import { auditIntact } from './rules/audit-intact.ts';
import { everyAccessLoggedOnce } from './rules/every-access-logged-once.ts';
import { everyEventStoredOnce } from './rules/every-event-stored-once.ts';
import { everyJobEnded } from './rules/every-job-ended.ts';
import { everythingLearnedOnce } from './rules/everything-learned-once.ts';
import { nothingLeftBehind } from './rules/nothing-left-behind.ts';
import { policyApplies } from './rules/policy-applies.ts';
import { untilHealthy } from './until-healthy.ts';

/** Seconds of load before a fault, and after the system is healthy again. */
const BEFORE = [1, 2.5] as const;
const AFTER = [0.5, 1.5] as const;
/** How long a system that is not healthy in time is waited for, so that the next faults can be tried. */
const LAST_WAIT_MS = 90_000;

export interface FaultRun {
  readonly seed: number;
  readonly faults: readonly Fault[];
  /** Faults are repeated until this many minutes are over; undefined: each happens once. */
  readonly minutes: number | undefined;
  /** How many seconds each fault lasts; undefined: a random time of its own. */
  readonly hold: number | undefined;
  readonly print: (line: string) => void;
}

/** Has the faults happen one after the other, in random order, under load. Returns the rules that were broken, by fault. */
export async function runFaults(
  system: FaultSystem,
  { seed, faults, minutes, hold, print }: FaultRun,
): Promise<Map<string, readonly string[]>> {
  const random = seeded(seed);
  const endsAt = minutes === undefined ? undefined : Date.now() + minutes * 60_000;
  // Of its own, since the load takes its numbers in no certain order.
  const work = await prepareLoad(system, seeded(seed + 1));
  const broken = new Map<string, readonly string[]>();
  const note = (name: string): void => {
    const found = work.ledger.broken.splice(0);
    if (found.length > 0) broken.set(name, [...(broken.get(name) ?? []), ...found]);
    for (const rule of new Set(found)) print(`  broken: ${rule}`);
  };
  const possible = faults.filter((fault) => {
    const reason = fault.reasonToSkip?.(system);
    if (reason !== undefined) print(`${fault.name}: skipped: ${reason}`);
    return reason === undefined;
  });
  do {
    for (const fault of shuffled(possible, random)) {
      try {
        print(await runFault(fault, system, work, random, hold));
      } catch (error) {
        work.ledger.breakRule(`the run ends with ${fault.name}: ${String(error).slice(0, 500)}`);
      }
      const isOver = work.ledger.broken.some((rule) => rule.startsWith('the run ends'));
      note(fault.name);
      if (isOver) return broken;
      if (endsAt !== undefined && Date.now() > endsAt) break;
    }
  } while (endsAt !== undefined && Date.now() < endsAt);
  await work.load.pause();
  await everythingLearnedOnce(system, work);
  await auditIntact(system, work);
  note('the end');
  print(`in all: ${[...work.ledger.promises].map(([name, times]) => `${times} ${name}`).join(', ')}`);
  return broken;
}

/** Has one fault happen, and checks every rule. Returns its figures in one line. */
async function runFault(
  fault: Fault,
  system: FaultSystem,
  work: LoadOnSystem,
  random: Random,
  hold: number | undefined,
): Promise<string> {
  const { load, ledger } = work;
  const [before, chosen, after] = [BEFORE, fault.seconds, AFTER].map((range) => between(range, random));
  const seconds = hold ?? chosen ?? 0;
  ledger.beginFault(fault.mayGetNoAnswer ?? false);
  load.resume();
  await delay((before ?? 0) * 1000);
  let healthyMs: number | undefined;
  const beganAt = performance.now();
  const acceptedBefore = ledger.figures.keyless;
  let lastedMs = 0;
  try {
    const end = await fault.begin(system, random);
    await Promise.all([delay(seconds * 1000), untilNoticed(fault, system)]).finally(end);
    lastedMs = performance.now() - beganAt;
    if (fault.mustAccept === true && ledger.figures.keyless === acceptedBefore)
      ledger.breakRule('answers: no event was accepted, although nothing that events need was away');
    healthyMs = await untilHealthy(system);
  } catch (error) {
    ledger.breakRule(`healthy again: ${String(error).slice(0, 500)}`);
    await untilHealthy(system, LAST_WAIT_MS);
  }
  await delay((after ?? 0) * 1000);
  await load.pause();
  const storedMs = await everyEventStoredOnce(system, work);
  await everyJobEnded(system, work);
  await everyAccessLoggedOnce(system, work);
  await nothingLeftBehind(system, work);
  await policyApplies(system, work);
  return describeFigures(fault.name, { figures: ledger.figures, lastedMs, healthyMs, storedMs });
}

/** Waits until the health shows the fault, if it can. */
async function untilNoticed({ isNoticed }: Fault, { cluster }: FaultSystem): Promise<void> {
  if (isNoticed === undefined) return;
  await eventually(async () => isNoticed((await readHealth(cluster.base)).record.subsystems)).catch(
    (error: unknown) => {
      throw new Error(`The health does not show the fault: ${String(error).slice(0, 300)}`);
    },
  );
}
