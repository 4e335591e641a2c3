import type { Fault } from './fault.ts';
import { CONNECTION_FAULTS } from './faults/connections.ts';
import { DATABASE_FAULTS } from './faults/database.ts';
import { DEPLOYMENT_FAULTS } from './faults/deployments.ts';
import { MESSAGE_FAULTS } from './faults/messages.ts';
import { NETWORK_FAULTS } from './faults/network.ts';
import { PROCESS_FAULTS } from './faults/processes.ts';
import { SERVER_FAULTS } from './faults/servers.ts';

export const FAULTS: readonly Fault[] = [
  ...PROCESS_FAULTS,
  ...SERVER_FAULTS,
  ...DATABASE_FAULTS,
  ...CONNECTION_FAULTS,
  ...MESSAGE_FAULTS,
  ...NETWORK_FAULTS,
  ...DEPLOYMENT_FAULTS,
];

/** The short form: what differs most, in about a minute. */
export const SHORT_FORM: readonly string[] = [
  ...['kill-all-services', 'freeze-learn-compiler', 'kill-redis', 'kill-postgres'],
  ...['database-read-only', 'duplicated-deliveries'],
];

/** Errors name the faults that do not exist. */
export function faultsNamed(names: readonly string[]): Fault[] {
  const unknown = names.filter((name) => !FAULTS.some((fault) => fault.name === name));
  if (unknown.length > 0) throw new Error(`There is no fault ${unknown.join(', ')}; --list shows all`);
  return FAULTS.filter(({ name }) => names.includes(name));
}
