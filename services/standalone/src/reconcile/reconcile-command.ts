import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm run reconcile -- [--repair] [--tenant <id>] [--only <check>]... [--wait <seconds>] [--json]

Compares what was accepted with what is stored, in every service and tenant, while the services run, and names each
difference. --repair repairs what is safe to repair: it counts again, sends to the search index again, compiles again,
replays dead letters, and puts stuck jobs back.

  --tenant <id>     only what belongs to this tenant
  --only <check>    only this check; can be given several times
  --wait <seconds>  how long a difference has to last, so that work in progress is none (default 10)
  --json            prints JSON
  --checks          prints what each check compares, and ends

Uses DATABASE_URL, and AMQP_URL and AMQP_PREFIX (strata) for the dead letters; without DATABASE_URL, the embedded database in
DATA_DIR (.strata): stop its service first. Exits with 1 if differences are left, with 2 if something could not be compared.`;

const DEFAULT_WAIT_SECONDS = 10;
const MOST_WAIT_SECONDS = 3600;

export interface ReconcileCommand {
  readonly kind: 'help' | 'checks' | 'run';
  readonly mayRepair: boolean;
  readonly tenantId: string | undefined;
  readonly only: readonly string[];
  readonly waitMs: number;
  readonly asJson: boolean;
}

/** Parses the arguments of `npm run reconcile`. Throws when they are invalid, with the reason. */
export function readReconcileCommand(argv: readonly string[]): ReconcileCommand {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      repair: { type: 'boolean', default: false },
      tenant: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      wait: { type: 'string', default: String(DEFAULT_WAIT_SECONDS) },
      json: { type: 'boolean', default: false },
      checks: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const seconds = Number(values.wait);
  if (!(values.wait.trim() !== '' && seconds >= 0 && seconds <= MOST_WAIT_SECONDS))
    throw new Error(`--wait takes seconds, from 0 to ${String(MOST_WAIT_SECONDS)}`);
  return {
    kind: values.help ? 'help' : values.checks ? 'checks' : 'run',
    mayRepair: values.repair,
    tenantId: values.tenant,
    only: values.only,
    waitMs: seconds * 1000,
    asJson: values.json,
  };
}
