/**
 * An iterator that passes everything on as it comes. `onEnd` is called once: when there is nothing more, and also when it breaks or
 * nobody reads on.
 */
export function observeIterator<Part>(
  source: AsyncIterator<Part>,
  onPart: (part: Part) => void,
  onEnd: () => Promise<void>,
): AsyncIterableIterator<Part> {
  // Who stops reading may do so while a part is awaited.
  let ended: Promise<void> | undefined;
  const end = (): Promise<void> => (ended ??= onEnd());
  const observed: AsyncIterableIterator<Part> = {
    async next() {
      try {
        const result = await source.next();
        if (result.done === true) await end();
        else onPart(result.value);
        return result;
      } catch (error) {
        await end();
        throw error;
      }
    },
    async return(value?: unknown) {
      try {
        return (await source.return?.(value)) ?? { done: true, value };
      } finally {
        await end();
      }
    },
    [Symbol.asyncIterator]: () => observed,
  };
  return observed;
}
