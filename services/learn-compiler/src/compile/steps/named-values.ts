import { identifierOf } from '@strata/kernel/identifiers';
import { clip } from '../text/mask.ts';
import { walkFields } from './walk-fields.ts';

const MAX_NAMED = 24;
const FIELD_LIMIT = 40;

/** The identifiers in the fields of arguments or of a result, as `field value`, at most 24 distinct ones; undefined without any. */
export function namedValues(value: unknown): string[] | undefined {
  const found = new Set<string>();
  walkFields(value, (field, item) => {
    const isScalar = typeof item === 'string' || typeof item === 'number';
    const identifier = isScalar ? identifierOf(String(item).trim()) : undefined;
    if (identifier !== undefined && found.size < MAX_NAMED)
      found.add(`${clip(field.replace(/\s+/g, '_').toLowerCase(), FIELD_LIMIT)} ${identifier}`);
  });
  return found.size > 0 ? [...found] : undefined;
}
