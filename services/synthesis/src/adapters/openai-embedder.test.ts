import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import nock from 'nock';
import { TextRejected } from '../embedding/embedder.ts';
import { createOpenAIEmbedder } from './openai-embedder.ts';

const openai = (over: { model?: string; dimensions?: number } = {}) =>
  createOpenAIEmbedder({
    apiKey: 'sk-test',
    baseUrl: undefined,
    model: 'text-embedding-3-small',
    dimensions: 3,
    ...over,
  });

const TIMEOUT_MS = 5_000;
const host = () => nock('https://api.openai.com');
const row = (index: number, embedding: number[]) => ({ object: 'embedding', index, embedding });

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

  it('distinguishes a rejected text from a failing provider', async () => {
    host()
      .post('/v1/embeddings')
      .reply(400, { error: { message: 'too long' } });
    await expect(openai().embed(['a'], TIMEOUT_MS)).rejects.toBeInstanceOf(TextRejected);
    host()
      .post('/v1/embeddings')
      .reply(503, { error: { message: 'busy' } });
    await expect(openai().embed(['a'], TIMEOUT_MS)).rejects.not.toBeInstanceOf(TextRejected);
  });

  it('rejects vectors of another length than configured, and names the setting', async () => {
    host()
      .post('/v1/embeddings')
      .reply(200, { object: 'list', data: [row(0, [1, 2])] });
    await expect(openai().embed(['a'], TIMEOUT_MS)).rejects.toThrow('EMBEDDING_DIMENSIONS');
  });
});
