import { setTimeout as delay } from 'node:timers/promises';
import { COMMANDS } from '@strata/contracts/calls/commands';
import { loadConfig } from '@strata/platform/config/load-config';
import { DeadLetterQueues, type DeadLetter, type Fate } from '@strata/platform/bus/amqp/dead-letter-queue';
import { contractName } from '@strata/platform/bus/message-codec';
import { processSettings } from '@strata/platform/service/service-settings';
import { readDeadLetterCommand, USAGE, type DeadLetterCommand } from './dead-letters/dead-letter-command.ts';
import { describeLetter, lineOf, showLetter } from './dead-letters/describe-dead-letter.ts';

const settings = processSettings.pick({ AMQP_URL: true, AMQP_PREFIX: true });

/** A command that its service rejects again is a dead letter again within this time, unless the service is busy. */
const WATCHED_MS = 5_000;
const POLL_MS = 250;

type Contract = (typeof COMMANDS)[number];

/**
 * `npm run dead-letters`: shows, replays and discards the dead letters of the deployment. Returns the text for the operator. Throws
 * with a message for the operator.
 */
export async function manageDeadLetters(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const command = readDeadLetterCommand(argv);
  if (command.kind === 'help') return USAGE;
  if (env['AMQP_URL'] === undefined)
    throw new Error('AMQP_URL is not set; standalone keeps no dead letters: their senders got an error');
  const { AMQP_URL, AMQP_PREFIX } = loadConfig(settings, env);
  // The library's errors name host and port.
  const queues = await DeadLetterQueues.open(AMQP_URL, AMQP_PREFIX).catch((error: unknown) => {
    throw new Error('the message broker does not respond: check AMQP_URL', { cause: error });
  });
  try {
    return await carryOut(command, queues);
  } finally {
    await queues.close();
  }
}

async function carryOut(
  command: Exclude<DeadLetterCommand, { kind: 'help' }>,
  queues: DeadLetterQueues,
): Promise<string> {
  if (command.kind === 'count') return count(queues, command.asJson);
  const contract = contractOf(command.command);
  switch (command.kind) {
    case 'list': {
      const letters = (await queues.settle(contract, () => 'keep')).map(describeLetter);
      if (command.asJson) return json(letters);
      return letters.length === 0 ? 'No dead letters' : letters.map(lineOf).join('\n');
    }
    case 'show': {
      const letters = await queues.settle(contract, () => 'keep');
      return json(showLetter(found(letters, command.id)));
    }
    case 'replay':
    case 'discard': {
      const settled = await settle(queues, contract, command);
      return command.kind === 'replay' ? replayed(queues, contract, settled, command) : discarded(settled, command);
    }
  }
}

async function count(queues: DeadLetterQueues, asJson: boolean): Promise<string> {
  const counts: [string, number][] = [];
  for (const contract of COMMANDS) counts.push([contractName(contract), await queues.count(contract)]);
  if (asJson) return json(Object.fromEntries(counts));
  return counts.map(([name, letters]) => `${String(letters).padStart(6)}  ${name}`).join('\n');
}

/** Carries out an action on those that were asked for. Throws, before any is touched, if one does not exist. */
async function settle(
  queues: DeadLetterQueues,
  contract: Contract,
  { kind, ids }: Extract<DeadLetterCommand, { kind: 'replay' | 'discard' }>,
): Promise<DeadLetter[]> {
  if (ids !== undefined) {
    const letters = await queues.settle(contract, () => 'keep');
    for (const id of ids) found(letters, id);
  }
  const settled: DeadLetter[] = [];
  const seen = new Set<string>();
  const fateOf = (letter: DeadLetter): Fate => {
    // With `--all`, one that has come back is not taken a second time.
    if (seen.has(letter.id) || (ids !== undefined && !ids.includes(letter.id))) return 'keep';
    seen.add(letter.id);
    settled.push(letter);
    return kind;
  };
  for (let before = -1; settled.length > before;) {
    before = settled.length;
    await queues.settle(contract, fateOf);
  }
  return settled;
}

/** Waits a little, since a command may be rejected again. */
async function replayed(
  queues: DeadLetterQueues,
  contract: Contract,
  settled: readonly DeadLetter[],
  { asJson }: { readonly asJson: boolean },
): Promise<string> {
  const ids = new Set(settled.map(({ id }) => id));
  let again: DeadLetter[] = [];
  for (const until = Date.now() + WATCHED_MS; ids.size > 0 && again.length < ids.size && Date.now() < until;) {
    await delay(POLL_MS);
    if ((await queues.count(contract)) > 0)
      again = (await queues.settle(contract, () => 'keep')).filter(({ id }) => ids.has(id));
  }
  if (asJson) return json({ replayed: [...ids], rejectedAgain: again.map(({ id }) => id) });
  const rejected = again.length === 0 ? '' : `; rejected again: ${again.map(({ id }) => id).join(', ')}`;
  return `${String(ids.size)} sent to ${contract.service} again${rejected}`;
}

function discarded(settled: readonly DeadLetter[], { asJson }: { readonly asJson: boolean }): string {
  const shown = settled.map(showLetter);
  return asJson
    ? json({ discarded: shown })
    : [...shown.map((letter) => JSON.stringify(letter)), `${String(shown.length)} discarded`].join('\n');
}

function contractOf(name: string): Contract {
  const contract = COMMANDS.find((known) => contractName(known) === name);
  if (contract !== undefined) return contract;
  throw new Error(`there is no command "${name}"; there are ${COMMANDS.map(contractName).join(', ')}`);
}

function found(letters: readonly DeadLetter[], id: string): DeadLetter {
  const letter = letters.find((known) => known.id === id);
  if (letter === undefined)
    throw new Error(
      `there is no dead letter "${id}" among the first ${String(letters.length)}; while another command runs, it holds them`,
    );
  return letter;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);
