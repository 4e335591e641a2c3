import type { Operation } from '@strata/contracts/operation';
import { noBody } from '@strata/contracts/schemas/paging';
import { randomBytes } from 'node:crypto';
import { agentOf, markedEvent, tagOf, type World } from './world.ts';

type Body = (world: World) => unknown;

const unique = (): string => randomBytes(6).toString('hex');
const newEmail = (): string => `user-${unique()}@example.org`;

/** Where the first example of an operation would not do: it must be the world's own, or not have been there before. */
const BODIES: Readonly<Record<string, Body>> = {
  captureEvent: ({ marker }) => markedEvent(marker, 'A gull sat on the pier'),
  captureBatch: ({ marker }) => ({ events: [markedEvent(marker, 'A seal lay on the slipway')] }),
  startLearning: ({ marker }) => ({ agentId: agentOf(marker) }),
  synthesize: ({ marker }) => ({
    query: 'When does the ferry leave?',
    agentId: agentOf(marker),
    tags: [tagOf(marker)],
  }),
  registerAccount: () => ({ email: newEmail(), password: 'a long enough password' }),
  logIn: ({ tenant: { email, password, tenantId } }) => ({ email, password, tenantId }),
  createApiKey: ({ marker }) => ({ name: `Key of ${marker}`, scopes: ['read'], agentId: agentOf(marker) }),
  createOrganization: ({ marker }) => ({ name: `Harbour of ${marker}`, slug: `harbour-${unique()}` }),
  updateOrganization: ({ marker }) => ({ name: `Pier of ${marker}` }),
  createTeam: ({ marker }) => ({ name: `Crew ${unique()} of ${marker}` }),
  updateTeam: ({ marker }) => ({ description: `Crew of ${marker}` }),
  createAgent: ({ marker }) => ({ name: `Planner ${unique()} of ${marker}`, metadata: { source: marker } }),
  updateAgent: ({ marker }) => ({ description: `Planner of ${marker}` }),
  createNamespace: ({ marker }) => ({ name: `Customs ${unique()} of ${marker}` }),
  updateNamespace: ({ marker }) => ({ description: `Customs of ${marker}` }),
  // Of no memory that there is: what a lifecycle policy covers is deleted.
  createLifecyclePolicy: ({ marker }) => ({ name: `Lifecycle of ${marker}`, scope: 'memory:mem_of_nobody' }),
  updateLifecyclePolicy: ({ marker }) => ({ name: `Lifecycle after ${marker}`, deleteAfterDays: 400 }),
  createVault: ({ marker }) => ({ name: `Safe ${unique()} of ${marker}` }),
  createVaultItem: ({ marker }) => ({
    name: `Key ${unique()} of ${marker}`,
    type: 'secret',
    value: `the secret of ${marker}`,
    metadata: { source: marker },
  }),
  revealVaultItem: ({ marker }) => ({ reason: `Asked by ${marker}` }),
  updateSecretRule: () => ({ isEnabled: false }),
  inviteMember: () => ({ email: newEmail(), role: 'viewer' }),
  acceptInvitation: ({ invitationToken }) => ({ token: invitationToken }),
};

/**
 * A body that a world may send to an operation with success.
 * @throws Error that says what to add when there is none.
 */
export function sampleBody(operation: Operation, world: World): unknown {
  if (operation.body === noBody) return undefined;
  const body = BODIES[operation.name]?.(world) ?? operation.examples[0]?.body;
  if (body === undefined)
    throw new Error(`${operation.name} has no example with a body: give it one, or say in sample-body.ts what to send`);
  return body;
}
