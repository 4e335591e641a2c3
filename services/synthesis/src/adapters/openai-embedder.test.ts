import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import nock from 'nock';
import { Readable } from 'node:stream';
import { inspect } from 'node:util';
import { TextRejected } from '../embedding/embedder.ts';
import { createOpenAIEmbedder, type OpenAIEmbedderOptions } from './openai-embedder.ts';

const openai = (over: Partial<OpenAIEmbedderOptions> = {}) =>
  createOpenAIEmbedder({
    provider: undefined,
    apiKey: 'sk-test',
    baseUrl: undefined,
    model: 'text-embedding-3-small',
    dimensions: 3,
    ...over,
  });

const TIMEOUT_MS = 5_000;
const host = () => nock('https://api.openai.com');
const row = (index: number, embedding: number[]) => ({ object: 'embedding', index, embedding });

const failureOf = async (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error('It did not fail'),
    (error: unknown) => error as Error,
  );

afterEach(() => {
  nock.cleanAll();
});
afterAll(() => {
  nock.restore();
});

describe('The OpenAI embedder', () => {
  it('sends key, model and dimensions, and returns the vectors in the order of the texts', async () => {
    const request = host()
      .post('/v1/embeddings', {
        model: 'text-embedding-3-small',
        input: ['a', 'b'],
        encoding_format: 'float',
        dimensions: 3,
      })
      .matchHeader('authorization', 'Bearer sk-test')
      .reply(200, { object: 'list', data: [row(1, [4, 5, 6]), row(0, [1, 2, 3])] });
    expect(await openai().embed(['a', 'b'], TIMEOUT_MS)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    expect(request.isDone()).toBe(true);
  });

  it('sends no dimensions to a model that cannot shorten its vectors', async () => {
    const request = host()
      .post('/v1/embeddings', { model: 'other', input: ['a'], encoding_format: 'float' })
      .reply(200, { object: 'list', data: [row(0, [1, 2, 3])] });
    await openai({ model: 'other' }).embed(['a'], TIMEOUT_MS);
    expect(request.isDone()).toBe(true);
  });

  it('distinguishes a rejected text from a failing provider, and repeats neither the key nor what the server says', async () => {
    const error = { error: { message: 'sk-test may not send this private text' } };
    for (const status of [400, 422, 401, 503]) {
      host().post('/v1/embeddings').reply(status, error);
      const failure = await failureOf(openai().embed(['a'], TIMEOUT_MS));
      expect(failure instanceof TextRejected).toBe(status === 400 || status === 422);
      expect(failure.message).toContain(String(status));
      expect(inspect(failure, { depth: 10 })).not.toMatch(/sk-test|private/);
    }
  });

  it('fails without a secret if there is no server, no end of the response, or no list in it', async () => {
    host().post('/v1/embeddings').replyWithError('connect to sk-test failed');
    host()
      .post('/v1/embeddings')
      .reply(200, () => new Readable({ read: () => undefined }));
    host().post('/v1/embeddings').reply(200, { object: 'list' });
    for (const timeoutMs of [TIMEOUT_MS, 100, TIMEOUT_MS])
      expect(inspect(await failureOf(openai().embed(['a'], timeoutMs)))).not.toContain('sk-test');
  });

  it('names the provider by its host unless a setting does', () => {
    expect(openai().provider).toBe('api.openai.com');
    expect(openai({ baseUrl: 'http://user:secret@models.example:8080/v1' }).provider).toBe('models.example:8080');
    expect(openai({ provider: 'ours' }).provider).toBe('ours');
  });
});
