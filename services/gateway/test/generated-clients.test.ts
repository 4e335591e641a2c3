import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const DOCUMENT = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url));
const MODULES = fileURLToPath(new URL('../node_modules', import.meta.url));
const TSCONFIG = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, skipLibCheck: true, noUncheckedIndexedAccess: true, types: [] },
    ...{
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      allowImportingTsExtensions: true,
    },
  },
  include: ['*.ts'],
};

const WITH_OPENAPI_TYPESCRIPT = `
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.ts';

const client = createClient<paths>({ baseUrl: 'http://localhost:8080', headers: { Authorization: 'Bearer key' } });
const payload: components['schemas']['JsonObject'] = { role: 'user', list: [1, [null, { deep: true }]] };
const captured = await client.POST('/v1/capture', { body: { type: 'message', sessionId: 's', payload } });
export const jobId: string | undefined = captured.data?.data.jobId;
export const code: string | undefined = captured.error?.error.code;
// @ts-expect-error There is no such type of event.
await client.POST('/v1/capture', { body: { type: 'nonsense', sessionId: 's', payload } });
await client.POST('/v1/learn', { body: {} });
const pack = await client.POST('/v1/synthesize', { body: { query: 'What failed?' } });
export const texts: string[] | undefined = pack.data?.data.sections.map(({ content }) => content);
await client.POST('/v1/api-keys', { body: { name: 'key', scopes: ['read'] } });
const memories = await client.GET('/v1/memories', { params: { query: { limit: 10 } } });
export const first: string | undefined = memories.data?.data.items[0]?.id;
await client.GET('/v1/jobs/{id}', { params: { path: { id: 'job_1' } } });
`;

const WITH_HEY_API = `
import { createClient } from './hey-api/client';
import { captureEvent, createApiKey, getJob, listMemories, startLearning, synthesize } from './hey-api';

const client = createClient({ baseUrl: 'http://localhost:8080', auth: 'key' });
const payload = { role: 'user', list: [1, [null, { deep: true }]] };
const captured = await captureEvent({ client, body: { type: 'message', sessionId: 's', payload } });
export const jobId: string | undefined = captured.data?.data.jobId;
export const code: string | undefined = captured.error?.error.code;
// @ts-expect-error There is no such type of event.
await captureEvent({ client, body: { type: 'nonsense', sessionId: 's', payload } });
await startLearning({ client, body: {} });
const pack = await synthesize({ client, body: { query: 'What failed?' } });
export const texts: string[] | undefined = pack.data?.data.sections.map(({ content }) => content);
await createApiKey({ client, body: { name: 'key', scopes: ['read'] } });
const memories = await listMemories({ client, query: { limit: 10 } });
export const first: string | undefined = memories.data?.data.items[0]?.id;
await getJob({ client, path: { id: 'job_1' } });
`;

/** The program of a package. */
const programOf = (name: string, path: string): string => {
  const { resolve } = createRequire(import.meta.url);
  return join(dirname(resolve(`${name}/package.json`)), path);
};
const run = (program: string, ...args: string[]) => promisify(execFile)(process.execPath, [program, ...args]);

/** The present openapi-typescript, and the last @hey-api/openapi-ts for Node 20 (0.96 needs Node 22), with their default settings. */
describe('From the interface document', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strata-clients-'));
    await symlink(MODULES, join(folder, 'node_modules'));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    await writeFile(join(folder, 'with-openapi-typescript.ts'), WITH_OPENAPI_TYPESCRIPT);
    await writeFile(join(folder, 'with-hey-api.ts'), WITH_HEY_API);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('openapi-typescript and @hey-api/openapi-ts generate clients that type-check', async () => {
    await Promise.all([
      run(programOf('openapi-typescript', 'bin/cli.js'), DOCUMENT, '-o', join(folder, 'schema.ts')),
      run(programOf('@hey-api/openapi-ts', 'bin/run.js'), '-i', DOCUMENT, '-o', join(folder, 'hey-api')),
    ]);
    // tsc writes its findings to standard output.
    const failure = await run(programOf('typescript', 'bin/tsc'), '-p', folder).then(
      () => '',
      (error: unknown) => (error as { stdout: string }).stdout,
    );
    expect(failure).toBe('');
  });
});
