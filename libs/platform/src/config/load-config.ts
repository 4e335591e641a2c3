import type { z } from 'zod';

/** The environment is not valid; the message names every wrong variable and never shows a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads a process's settings from its environment, frozen at every depth. An empty variable counts as not set. Throws a
 * `ConfigError` that lists every missing or wrong variable.
 */
export function loadConfig<Schema extends z.ZodType>(
  schema: Schema,
  env: Readonly<Record<string, string | undefined>>,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(given, { reportInput: false });
  if (parsed.success) return deepFreeze(parsed.data);
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'environment'}: ${describe(issue)}`);
  throw new ConfigError(`The configuration is not valid.\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
}

/** Custom messages come from the schema's author. Zod's own messages may quote the value, so they are replaced. */
function describe(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${issue.expected}`;
    case 'invalid_value':
      return `expected one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `must be at least ${String(issue.minimum)}`;
    case 'too_big':
      return `must be at most ${String(issue.maximum)}`;
    case 'invalid_format':
      return `expected a valid ${issue.format}`;
    case 'custom':
      return issue.message;
    default:
      return 'is not valid';
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const item of Object.values(value)) deepFreeze(item);
  }
  return value;
}
