import type { LanguageModelV4Content, LanguageModelV4StreamPart } from '@ai-sdk/provider';

/**
 * A stream that passes its parts on as they come. `onEnd` gets what the model answered: when the stream ends, and also when it breaks or
 * nobody reads on.
 */
export function observeStream(
  source: ReadableStream<LanguageModelV4StreamPart>,
  onEnd: (content: readonly LanguageModelV4Content[]) => Promise<void>,
): ReadableStream<LanguageModelV4StreamPart> {
  const reader = source.getReader();
  const content: LanguageModelV4Content[] = [];
  const texts = new Map<string, { type: 'text'; text: string }>();
  const collect = (part: LanguageModelV4StreamPart): void => {
    if (part.type === 'text-start') {
      const text = { type: 'text' as const, text: '' };
      texts.set(part.id, text);
      content.push(text);
    } else if (part.type === 'text-delta') {
      const text = texts.get(part.id);
      if (text !== undefined) text.text += part.delta;
    } else if (part.type === 'tool-call' || part.type === 'tool-result') content.push(part);
  };
  // Who cancels may do so while a part is awaited.
  let ended: Promise<void> | undefined;
  const end = (): Promise<void> => (ended ??= onEnd(content));
  return new ReadableStream<LanguageModelV4StreamPart>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) {
            collect(value);
            controller.enqueue(value);
            return;
          }
        } catch (error) {
          await end();
          controller.error(error);
          return;
        }
        await end();
        controller.close();
      },
      async cancel(reason) {
        await end();
        await reader.cancel(reason);
      },
    },
    // Nothing is read before somebody wants it.
    { highWaterMark: 0 },
  );
}
