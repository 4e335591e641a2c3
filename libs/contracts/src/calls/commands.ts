import type { z } from 'zod';
import type { CommandContract } from '../message.ts';
import { revokeKeysOfUser } from './gateway.ts';
import { storeEvents } from './ingest.ts';
import { queueLearning } from './learn.ts';
import { recordAccessBundle, recordAccesses, recordAudit } from './organizations.ts';

/** Every command of the system. Each has a queue at the broker, and one for its dead letters. */
export const COMMANDS: readonly CommandContract<z.ZodType>[] = [
  storeEvents,
  queueLearning,
  recordAccesses,
  recordAccessBundle,
  recordAudit,
  revokeKeysOfUser,
];
