import { isRecord } from './json.ts';

const TEXT_TYPES = new Set(['text', 'input_text', 'output_text', 'refusal']);

/**
 * The text of a message or of a result: a text as it is; of a list of blocks, the text blocks joined by line breaks. Images,
 * files and thoughts are left out. Undefined without any text.
 */
export function contentText(content: unknown): string | undefined {
  if (typeof content === 'string') return content === '' ? undefined : content;
  if (isRecord(content)) return typeof content['text'] === 'string' ? content['text'] : undefined;
  if (!Array.isArray(content)) return undefined;
  const texts = content.flatMap((block: unknown) => {
    if (typeof block === 'string') return [block];
    if (!isRecord(block) || typeof block['text'] !== 'string' || block['thought'] === true) return [];
    const { type } = block;
    return type === undefined || (typeof type === 'string' && TEXT_TYPES.has(type)) ? [block['text']] : [];
  });
  const text = texts.join('\n');
  return text === '' ? undefined : text;
}
