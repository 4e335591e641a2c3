import { digest } from './ids.ts';
import { randomHex } from './random-hex.ts';
import type { TenantScope } from './tenant-scope.ts';

const BODY = 22;
const TAIL = 10;
const SHAPE = /^(evt|cap|bat|lrn|ers|xpt)_([0-9a-f]{22})([0-9a-f]{10})$/;

/** The ids of one captured event: of the event itself, and of the job that stores it. */
export interface CaptureIds {
  eventId: string;
  jobId: string;
}

/** Where an idempotency key counts, beside its tenant scope: the same key elsewhere belongs to another event. */
export interface KeyPlace {
  /** The agent that the credential is bound to. */
  readonly boundAgentId?: string | undefined;
  readonly namespaceId?: string | undefined;
}

/**
 * New ids for a captured event. With an idempotency key they are derived from (tenant, environment, key) and its place, so a
 * retry gets the same ids from any gateway, and no other agent or reader of another namespace can take or test a key. The tail is a checksum over the tenant scope and the body of the id, by which `wasIssued`
 * recognizes the scope's own ids even before the event is stored.
 */
export function captureIds(scope: TenantScope, idempotencyKey: string | undefined, place: KeyPlace = {}): CaptureIds {
  const body =
    idempotencyKey === undefined
      ? randomHex(BODY)
      : digest(['capture', scope.tenantId, scope.environment, idempotencyKey, ...partsOf(place)]).slice(0, BODY);
  const hex = body + tail(scope, body);
  return { eventId: `evt_${hex}`, jobId: `cap_${hex}` };
}

/** Nothing without a place, so that the ids of such events are those of earlier versions. */
const partsOf = ({ boundAgentId, namespaceId }: KeyPlace): string[] =>
  boundAgentId === undefined && namespaceId === undefined
    ? []
    : [`agent:${boundAgentId ?? ''}`, `namespace:${namespaceId ?? ''}`];

/** A new id for a batch of captures, verifiable by `wasIssued` like the ids of its events. */
export const newBatchId = (scope: TenantScope): string => `bat_${newHex(scope)}`;

/** A new id for a learn job, verifiable by `wasIssued` before the job is stored. */
export const newLearnJobId = (scope: TenantScope): string => `lrn_${newHex(scope)}`;

/** A new id for an erasure, verifiable by `wasIssued` before it is stored. */
export const newErasureId = (scope: TenantScope): string => `ers_${newHex(scope)}`;

/** A new id for an export, verifiable by `wasIssued` before it is stored. */
export const newExportId = (scope: TenantScope): string => `xpt_${newHex(scope)}`;

/** Whether this tenant scope issued the id of an event, a capture job, a batch, a learn job, an erasure or an export. */
export function wasIssued(scope: TenantScope, id: string): boolean {
  const match = SHAPE.exec(id);
  return match?.[2] !== undefined && match[3] === tail(scope, match[2]);
}

/** The event that a capture job stores. */
export const eventIdOfJob = (captureJobId: string): string => captureJobId.replace(/^cap_/, 'evt_');

/** The job that stores an event. */
export const jobIdOfEvent = (eventId: string): string => eventId.replace(/^evt_/, 'cap_');

function newHex(scope: TenantScope): string {
  const body = randomHex(BODY);
  return body + tail(scope, body);
}

const tail = (scope: TenantScope, body: string): string =>
  digest(['issued', scope.tenantId, scope.environment, body]).slice(0, TAIL);
