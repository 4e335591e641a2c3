import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const load = <Module>(name: string): Promise<Module> => import(new URL(name, import.meta.url).href) as Promise<Module>;

/** Plain JavaScript without types, because the bench runs without a build. */
const { DIMENSIONS, embedText } = await load<{
  readonly DIMENSIONS: number;
  readonly embedText: (text: string) => number[];
}>('embed-text.mjs');
const { cacheFolder, peerVersions } = await load<{
  readonly cacheFolder: (manifest: string, env: Record<string, string>) => string;
  readonly peerVersions: () => Record<string, string>;
}>('install-peers.mjs');
const { startEmbeddingServer } = await load<{
  readonly startEmbeddingServer: () => Promise<{ readonly url: string; readonly stop: () => void }>;
}>('start-peers.mjs');

const cosine = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

describe('embedText', () => {
  test('gives a text the same vector of length 1 each time', () => {
    const vector = embedText('The night train to Porto');
    expect(vector).toHaveLength(DIMENSIONS);
    expect(cosine(vector, vector)).toBeCloseTo(1, 5);
    expect(embedText('The night train to Porto')).toEqual(vector);
  });

  test('puts texts with common words nearer to each other than texts without', () => {
    const query = embedText('When does the train leave?');
    expect(cosine(query, embedText('The train to Porto'))).toBeGreaterThan(
      cosine(query, embedText('Bread and cheese')) + 0.2,
    );
  });

  test('gives a text without words a vector too', () => {
    expect(cosine(embedText('…'), embedText('…'))).toBeCloseTo(1, 5);
  });
});

describe('the embedding server', () => {
  let server: Awaited<ReturnType<typeof startEmbeddingServer>>;
  beforeAll(async () => {
    server = await startEmbeddingServer();
  });
  afterAll(() => server.stop());

  const embed = async (body: object) => {
    const response = await fetch(`${server.url}/embeddings`, { method: 'POST', body: JSON.stringify(body) });
    return ((await response.json()) as { data: { index: number; embedding: number[] | string }[] }).data;
  };

  test('returns a vector for each text in order', async () => {
    expect(await embed({ model: 'local', input: ['bread', 'train'] })).toEqual([
      { object: 'embedding', index: 0, embedding: embedText('bread') },
      { object: 'embedding', index: 1, embedding: embedText('train') },
    ]);
  });

  test('takes one text, and encodes its vector in base64 if asked to', async () => {
    const [only] = await embed({ model: 'local', input: 'bread', encoding_format: 'base64' });
    const bytes = Buffer.from(only?.embedding as string, 'base64');
    expect(bytes).toHaveLength(4 * DIMENSIONS);
    expect(bytes.readFloatLE(0)).toBeCloseTo(embedText('bread')[0] ?? Number.NaN, 6);
  });
});

describe('the peers', () => {
  test('have exact versions', () => {
    for (const version of Object.values(peerVersions())) expect(version).toMatch(/^\d+\.\d+\.\d+$/u);
  });

  test('are installed again if a version changes', () => {
    const env = { XDG_CACHE_HOME: '/cache' };
    const folder = cacheFolder('{"dependencies":{"a":"1.0.0"}}', env);
    expect(folder).toMatch(/^\/cache\/strata\//u);
    expect(cacheFolder('{"dependencies":{"a":"1.0.0"}}', env)).toBe(folder);
    expect(cacheFolder('{"dependencies":{"a":"1.0.1"}}', env)).not.toBe(folder);
  });
});
