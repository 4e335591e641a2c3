import type { LanguageModelV4Content, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { describe, expect, it } from '@jest/globals';
import { observeStream } from './observe-stream.ts';

const PARTS: LanguageModelV4StreamPart[] = [
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: 'It ' },
  { type: 'text-delta', id: '1', delta: 'was' },
];

function observe(afterParts: (controller: ReadableStreamDefaultController) => void) {
  const ends: (readonly LanguageModelV4Content[])[] = [];
  const parts = [...PARTS];
  const source = new ReadableStream<LanguageModelV4StreamPart>({
    pull(controller) {
      const part = parts.shift();
      if (part === undefined) afterParts(controller);
      else controller.enqueue(part);
    },
  });
  const reader = observeStream(source, async (content) => void ends.push(content)).getReader();
  return { ends, reader };
}

describe('An observed stream', () => {
  it('passes its parts on, and tells what was said when it ends', async () => {
    const { ends, reader } = observe((controller) => controller.close());
    for (const value of PARTS) await expect(reader.read()).resolves.toEqual({ done: false, value });
    expect(ends).toEqual([]);
    await expect(reader.read()).resolves.toMatchObject({ done: true });
    expect(ends).toEqual([[{ type: 'text', text: 'It was' }]]);
  });

  it('tells what was said until it broke, and breaks', async () => {
    const { ends, reader } = observe((controller) => controller.error(new Error('cut off')));
    await reader.read();
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow('cut off');
    expect(ends).toHaveLength(1);
  });

  it('tells what was said until nobody read on', async () => {
    const { ends, reader } = observe((controller) => controller.close());
    for (let read = 0; read < 2; read += 1) await reader.read();
    await reader.cancel();
    expect(ends).toEqual([[{ type: 'text', text: 'It ' }]]);
  });
});
