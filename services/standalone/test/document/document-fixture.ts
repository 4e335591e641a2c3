import { OPERATIONS } from '@strata/contracts/operations/table';
import { RawClient, type RawResponse } from '../fixtures/raw-client.ts';
import { createResources, paramsOf } from '../fixtures/resources.ts';
import { sampleBody } from '../fixtures/sample-body.ts';
import { bearer } from '../access/access-fixture.ts';
import { newTenant, type StartSystem } from '../fixtures/new-tenant.ts';
import { callerOf, createScopeFixture, type ScopeFixture } from '../fixtures/scope-fixture.ts';
import type { DocumentedOperation } from './interface-document.ts';

/** A request to an operation, its parameters as they go into the path and the query. */
export interface DocumentRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: unknown;
}

/** A running system with a furnished tenant, and a client for it. */
export interface DocumentFixture {
  readonly base: string;
  readonly scope: ScopeFixture;
  readonly client: RawClient;
  close(): Promise<void>;
}

/** No limit stands in the way of a suite that asks much. */
const SETTINGS = {
  DEFAULT_PLAN: 'enterprise',
  ANONYMOUS_REQUESTS_PER_MINUTE: '1000000000',
  REGISTRATIONS_PER_HOUR: '1000000000',
};

export async function createDocumentFixture(start: StartSystem): Promise<DocumentFixture> {
  const system = await start({ settings: SETTINGS });
  const world = await createScopeFixture(await newTenant(system.base), 'live');
  await createResources(world);
  const client = new RawClient(system.base);
  return {
    base: system.base,
    scope: world,
    client,
    close: async () => {
      client.close();
      await system.close();
    },
  };
}

/** A request that must go well: the world's own resources, and a body that it may send. */
export function sampleRequest(world: ScopeFixture, { operationId, path }: DocumentedOperation): DocumentRequest {
  const operation = OPERATIONS.find(({ name }) => name === operationId);
  if (operation === undefined) return { params: {}, query: {}, body: undefined };
  return { params: paramsOf(world, path), query: {}, body: sampleBody(operation, world) };
}

/** The credential by which a world asks for an operation. */
export const credentialFor = (world: ScopeFixture, operation: DocumentedOperation): string | undefined =>
  operation.credential === 'public' ? undefined : callerOf(world, operation).credential;

/** The path of a request, with its parameters and its query. */
export function targetOf({ path }: DocumentedOperation, { params, query }: DocumentRequest): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one])),
  );
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}

export const send = (
  { client }: DocumentFixture,
  operation: DocumentedOperation,
  request: DocumentRequest,
  credential: string | undefined,
): Promise<RawResponse> =>
  client.send({
    method: operation.method,
    path: targetOf(operation, request),
    headers: bearer(credential),
    ...(request.body === undefined ? {} : { body: request.body }),
  });
