/** What stands where a secret was. */
export interface Placeholder {
  /** The rule that found it. */
  readonly kind: string;
  readonly fingerprint: string;
}

const PLACEHOLDER = /\[secret:([a-z0-9_]+):([0-9a-f]+)\]/g;

/** The placeholders in any value, each once: in texts and in names of fields, at any depth. */
export function placeholdersIn(value: unknown): readonly Placeholder[] {
  const found = new Map<string, Placeholder>();
  for (const [text, kind = '', fingerprint = ''] of JSON.stringify(value).matchAll(PLACEHOLDER))
    found.set(text, { kind, fingerprint });
  return [...found.values()];
}
