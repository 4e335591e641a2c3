import { identifierWords } from '@strata/kernel/identifiers';
import { likelyNameWords, nameWords } from '@strata/languages/name-words';
import { isRequester, type ReadMessage } from './read-message.ts';
import { walkFields } from './walk-fields.ts';

/** Of one step. */
const MAX_NAMES = 60;
/** Fields that name more, such as those of a catalogue, are about no one in particular. */
const MAX_IN_FIELDS = 40;
/** A field with more words than a name or an address is a text. */
const MAX_NAME_WORDS = 6;

/**
 * What may identify a person in a message: identifiers, codes, and words of names and addresses; undefined without any. The name
 * of who speaks counts if the person is the one whom a program serves: others are of the staff.
 */
export function namesInMessage({ role, speaker, text }: ReadMessage): string[] | undefined {
  const ownName = isRequester(role) && speaker !== null ? nameWords(speaker) : [];
  return listed([...identifierWords(text), ...likelyNameWords(text), ...ownName]);
}

/** The same in the fields of arguments or of a result. */
export function namesInFields(value: unknown): string[] | undefined {
  const found: string[] = [];
  walkFields(value, (_field, item) => {
    if (typeof item !== 'string') return;
    const isShort = item.split(' ', MAX_NAME_WORDS + 1).length <= MAX_NAME_WORDS;
    found.push(...identifierWords(item), ...(isShort ? nameWords(item) : likelyNameWords(item)));
  });
  return new Set(found).size > MAX_IN_FIELDS ? undefined : listed(found);
}

function listed(found: readonly string[]): string[] | undefined {
  const names = [...new Set(found)].slice(0, MAX_NAMES);
  return names.length > 0 ? names : undefined;
}
