import { OPERATIONS } from '@strata/contracts/operations/table';
import { newTenant } from '../fixtures/new-tenant.ts';
import { bearer, RawClient, type RawResponse } from '../fixtures/raw-client.ts';
import { createResources, paramsOf } from '../fixtures/resources.ts';
import { sampleBody } from '../fixtures/sample-body.ts';
import { callerWithSession, createScopeFixture, type ScopeFixture } from '../fixtures/scope-fixture.ts';
import type { DocumentedOperation } from './interface-document.ts';

/** A request to an operation, with its parameters as they go into the path and the query. */
export interface DocumentRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: unknown;
}

/** A tenant scope with resources for every operation, and a client that sends requests exactly as given. */
export interface DocumentFixture {
  readonly base: string;
  readonly scope: ScopeFixture;
  readonly client: RawClient;
  close(): void;
}

export async function createDocumentFixture(base: string): Promise<DocumentFixture> {
  const scope = await createScopeFixture(await newTenant(base), 'live');
  await createResources(scope);
  const client = new RawClient(base);
  return { base, scope, client, close: () => client.close() };
}

/** A request that must succeed: ids from the tenant scope, and a valid body. */
export function sampleRequest(scope: ScopeFixture, { operationId, path }: DocumentedOperation): DocumentRequest {
  const operation = OPERATIONS.find(({ name }) => name === operationId);
  if (operation === undefined) return { params: {}, query: {}, body: undefined };
  return { params: paramsOf(scope, path), query: {}, body: sampleBody(operation, scope) };
}

/** The credential with which a tenant scope calls an operation. */
export async function credentialFor(
  scope: ScopeFixture,
  { operationId: name, credential }: DocumentedOperation,
): Promise<string | undefined> {
  return credential === 'public' ? undefined : (await callerWithSession(scope, { name, credential })).credential;
}

/** The path of a request with its parameters and its query. */
export function targetOf({ path }: DocumentedOperation, { params, query }: DocumentRequest): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one])),
  );
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}

/** Sends a request with the credential that the operation needs, or with another one. */
export const send = async (
  { client, scope }: DocumentFixture,
  operation: DocumentedOperation,
  request: DocumentRequest,
  credential?: string,
): Promise<RawResponse> => sendWith(client, operation, request, credential ?? (await credentialFor(scope, operation)));

/** Sends a request with this credential; undefined: without one. */
export const sendWith = (
  client: RawClient,
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

/** Rows for `test.each` and `describe.each`. */
export const byId = (operations: readonly DocumentedOperation[]) =>
  operations.map((operation) => [operation.operationId, operation] as const);
