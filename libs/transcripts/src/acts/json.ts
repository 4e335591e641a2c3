import { createHash } from 'node:crypto';

export type JsonRecord = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text that is not empty, else undefined. */
export const textIn = (record: JsonRecord, ...names: readonly string[]): string | undefined => {
  for (const name of names) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
};

export const recordIn = (record: JsonRecord, name: string): JsonRecord => {
  const value = Object.hasOwn(record, name) ? record[name] : undefined;
  return isRecord(value) ? value : {};
};

export const listIn = (record: JsonRecord, name: string): readonly unknown[] => {
  const value = Object.hasOwn(record, name) ? record[name] : undefined;
  return Array.isArray(value) ? (value as unknown[]) : [];
};

/** A JSON text as its value; any other text, and any other value, as it is. */
export function parsedJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** Names a record that has no id of its own, by what it says. */
export const fingerprint = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([value]))
    .digest('hex')
    .slice(0, 24);
