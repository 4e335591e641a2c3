/** A value as a text for people. */
export const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
