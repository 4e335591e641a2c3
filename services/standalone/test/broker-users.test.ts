import { describe, expect, it } from '@jest/globals';
import { revokeKeysOfUser } from '@strata/contracts/calls/gateway';
import { storeEvents } from '@strata/contracts/calls/ingest';
import { queueLearning } from '@strata/contracts/calls/learn';
import { recordAccesses, recordAudit } from '@strata/contracts/calls/organizations';
import { operationCall } from '@strata/contracts/operation';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { AmqpNames } from '@strata/platform/bus/amqp/topology';
import { readFileSync } from 'node:fs';

type Permissions = Readonly<Record<'user' | 'configure' | 'read' | 'write', string>>;

const FILE = new URL('../../../deploy/rabbitmq/users.json', import.meta.url);
const USERS = {
  gateway: 'strata_gateway',
  ingest: 'strata_ingest',
  'learn-compiler': 'strata_learn',
  synthesis: 'strata_synthesis',
  'enterprise-org': 'strata_enterprise_org',
  vault: 'strata_vault',
};
const SERVICES = Object.keys(USERS);

describe('A broker user', () => {
  const { permissions } = JSON.parse(readFileSync(FILE, 'utf8')) as { permissions: readonly Permissions[] };
  const broker = new AmqpNames('strata');
  const may = (service: string, what: 'configure' | 'read' | 'write', resource: string): boolean => {
    const of = permissions.find(({ user }) => user === USERS[service as keyof typeof USERS]);
    return new RegExp(of?.[what] ?? '(?!)').test(resource);
  };
  /** Who may declare and read a queue. */
  const holders = (resource: string): string[] =>
    SERVICES.filter((service) => may(service, 'read', resource) || may(service, 'configure', resource));

  it('reads the calls and the news of its own service only', () => {
    for (const operation of OPERATIONS)
      expect(holders(broker.queue(operationCall(operation)))).toEqual([operation.service]);
    for (const service of SERVICES) {
      const inbox = broker.inbox(
        { kind: 'announcement', service: 'gateway', name: 'apiKeyRevoked' },
        `${service}.wrk_1.2`,
      );
      expect(holders(inbox)).toEqual([service]);
      expect(may(service, 'write', inbox)).toBe(true);
    }
  });

  it.each([
    [storeEvents, ['gateway', 'ingest']],
    [revokeKeysOfUser, ['gateway', 'enterprise-org']],
    [queueLearning, ['gateway', 'ingest', 'learn-compiler']],
    [recordAudit, ['gateway', 'ingest', 'learn-compiler', 'synthesis', 'enterprise-org', 'vault']],
    [recordAccesses, ['gateway', 'ingest', 'learn-compiler', 'synthesis', 'enterprise-org', 'vault']],
  ])('declares the commands that its service sends, consumes or counts: $name', (contract, services) => {
    for (const queue of [broker.queue(contract), broker.deadLetters(contract), broker.delay(contract, 250)])
      expect(holders(queue)).toEqual(services);
  });

  it('announces, and declares nothing else', () => {
    for (const service of SERVICES) {
      expect(may(service, 'configure', broker.announcements)).toBe(true);
      expect(may(service, 'write', broker.announcements)).toBe(true);
      expect(may(service, 'configure', 'other')).toBe(false);
      expect(may(service, 'configure', `${broker.announcements}.more`)).toBe(false);
      expect(may(service, 'write', 'amq.topic')).toBe(false);
    }
  });
});
