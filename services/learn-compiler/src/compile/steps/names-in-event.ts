import { identifierWords } from '@strata/kernel/identifiers';
import { likelyNameWords, nameWords } from '@strata/languages/name-words';
import type { ReadMessage } from './read-message.ts';
import { walkFields } from './walk-fields.ts';

/** Of one step. What names more, such as a catalogue, is about no one in particular. */
const MAX_NAMES = 40;
/** A field with more words than a name or an address is a text. */
const MAX_NAME_WORDS = 6;

/** What may identify a person in a message: words of names and addresses, codes and identifiers; undefined without any. */
export function namesInMessage({ speaker, text }: ReadMessage): string[] | undefined {
  return listed([...nameWords(speaker ?? ''), ...likelyNameWords(text), ...identifierWords(text)]);
}

/** The same in the fields of arguments or of a result. */
export function namesInFields(value: unknown): string[] | undefined {
  const found: string[] = [];
  walkFields(value, (_field, item) => {
    if (typeof item !== 'string') return;
    const isShort = item.split(' ', MAX_NAME_WORDS + 1).length <= MAX_NAME_WORDS;
    found.push(...(isShort ? nameWords(item) : likelyNameWords(item)), ...identifierWords(item));
  });
  return listed(found);
}

function listed(found: readonly string[]): string[] | undefined {
  const names = new Set(found);
  return names.size > 0 && names.size <= MAX_NAMES ? [...names] : undefined;
}
