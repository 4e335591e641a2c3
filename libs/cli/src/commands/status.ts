import { Command } from 'commander';
import type { DefineCommand } from '../cli.ts';
import { NoKey } from '../failures.ts';
import { readAccount, readService, type Health } from '../read-service.ts';

export const define: DefineCommand = (cli) =>
  new Command('status')
    .description(
      'Show which service is used and with which key, whether the service is well, and what is stored in it.',
    )
    .addHelpText('after', '\nExamples:\n  strata status\n  strata status --json')
    .action(async () => {
      const { terminal, isJson, connection, profile } = cli();
      const { url, apiKey, keyFrom } = connection;
      const { health } = await readService(url);
      if (apiKey === undefined) throw new NoKey(url);
      const { tenantId, metrics } = await readAccount(connection);
      const environment = apiKey.startsWith('strata_test_') ? 'test' : 'live';
      if (isJson) terminal.json({ url, profile, keyFrom, tenantId, environment, health, ...metrics });
      else
        for (const [title, text] of [
          ['Service', `${url}, version ${health.version}, ${health.status}, up for ${inWords(health.uptime)}`],
          ['Key', `from ${keyFrom}`],
          ['Tenant', `${tenantId ?? 'unknown'}, ${environment}, plan ${metrics.plan}`],
          ...linesOfHealth(health),
          ...linesOfMetrics(metrics),
        ] as const)
          terminal.print(`${terminal.title(title.padEnd(10))} ${text}`);
    });

function linesOfHealth({ subsystems: { database, cache, workers }, alerts }: Health): [string, string][] {
  const services = Object.entries(workers.services).map(([name, state]) => `${name} ${state}`);
  const { capture, learn } = workers.queues;
  const failed = capture.failed + learn.failed;
  const waiting = `${workers.totalBacklog} events to be stored, ${learn.waiting + learn.active} learn jobs`;
  const oldest = Math.max(workers.oldestSeconds.capture, workers.oldestSeconds.learn);
  return [
    ['Parts', `database ${database.status}, cache ${cache.status}, ${services.join(', ')}`],
    [
      'Backlog',
      `${waiting}${oldest > 0 ? `, the oldest for ${inWords(oldest)}` : ''}${failed > 0 ? `, ${failed} failed` : ''}`,
    ],
    ...alerts.rules.map(({ message, since }): [string, string] => ['Alert', `${message} (since ${since})`]),
  ];
}

function linesOfMetrics({
  totals,
  usage,
  period,
}: Awaited<ReturnType<typeof readAccount>>['metrics']): [string, string][] {
  return [
    ['Stored', `${totals.events} events, ${totals.memories} memories, ${totals.artifacts} artifacts`],
    [
      'Use',
      `${usage.eventsThisMonth} events in ${period.month}, ${usage.synthesesToday} packs and ${usage.compilationsToday} learn jobs today`,
    ],
  ];
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** A time in seconds, in the largest unit that it fills. */
function inWords(seconds: number): string {
  for (const [unit, length] of UNITS) {
    const count = Math.floor(seconds / length);
    if (count > 0) return `${count} ${unit}${count === 1 ? '' : 's'}`;
  }
  return `${Math.floor(seconds)} s`;
}
