import type { ServiceName } from '@strata/contracts/message';
import type { Operation } from '@strata/contracts/operation';
import { captureBatch, captureEvent } from '@strata/contracts/operations/capture';
import { captureTraces } from '@strata/contracts/operations/traces';
import type { SlotBounds } from './slots.ts';

/** Requests that share slots: of these functions, of one service that the gateway forwards to, and all others of the gateway. */
export type RequestClass = 'sign-in' | 'capture' | 'batch' | ServiceName;

/**
 * How many requests of a class may be in progress. As many as usual arrive at once without an overload, when a client sends what it
 * has. A class whose bounds are equal does not adapt.
 */
export const BOUNDS: Readonly<Record<RequestClass, SlotBounds>> = {
  // Passwords are checked two at a time, in a queue of their own.
  'sign-in': { least: 64, usual: 64, most: 64 },
  // Some of these requests wait on purpose: for a job, for the client that downloads an export.
  gateway: { least: 256, usual: 256, most: 256 },
  capture: { least: 4, usual: 64, most: 1_024 },
  batch: { least: 2, usual: 16, most: 64 },
  ingest: { least: 3, usual: 64, most: 128 },
  synthesis: { least: 2, usual: 20, most: 128 },
  'learn-compiler': { least: 3, usual: 64, most: 128 },
  'enterprise-org': { least: 3, usual: 64, most: 128 },
  vault: { least: 3, usual: 64, most: 128 },
};

const BY_NAME: ReadonlyMap<string, RequestClass> = new Map([
  [captureEvent.name, 'capture'],
  [captureBatch.name, 'batch'],
  [captureTraces.name, 'batch'],
]);

export const classOfOperation = ({
  name,
  credential,
  service,
}: Pick<Operation, 'name' | 'credential' | 'service'>): RequestClass =>
  BY_NAME.get(name) ?? (credential === 'public' ? 'sign-in' : service);
