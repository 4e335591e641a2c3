import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { workerUrl } from './worker-url.ts';

describe('A worker', () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'strata-src-'));
    await mkdir(join(root, 'dist/mine'), { recursive: true });
    await writeFile(join(root, 'dist/mine/mine-worker.js'), '');
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const at = (path: string) => pathToFileURL(join(root, path)).href;

  it('is found in the build, from the source and from the build', () => {
    const compiled = at('dist/mine/mine-worker.js');
    expect(workerUrl(at('src/mine/start.ts'), './mine-worker.ts').href).toBe(compiled);
    expect(workerUrl(at('dist/mine/start.js'), './mine-worker.ts').href).toBe(compiled);
  });

  it('that has not been built throws with advice', () => {
    expect(() => workerUrl(at('src/mine/start.ts'), './other-worker.ts')).toThrow('has not been built');
  });
});
