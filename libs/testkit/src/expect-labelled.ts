import { expect } from '@jest/globals';

/**
 * `expect(actual)` whose failures begin with `label`: for assertions in loops and tables, where the values do not say
 * which entry failed. (`jest-expect-message` replaces the global `expect` and does not reach the one that is imported.)
 */
export const expectLabelled = <T>(label: string | number, actual: T) => withLabel(String(label), expect<T>(actual));

function withLabel<Matchers extends object>(label: string, matchers: Matchers): Matchers {
  const labelled = Object.entries(matchers).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === 'function'
      ? labelFailures(label, member as Matcher)
      : typeof member === 'object' && member !== null
        ? withLabel(label, member)
        : member,
  ]);
  return Object.fromEntries(labelled) as Matchers;
}

type Matcher = (...expected: unknown[]) => unknown;

function labelFailures(label: string, matcher: Matcher): Matcher {
  const fail = (error: unknown): never => {
    if (!(error instanceof Error)) throw error;
    error.message = `${label}: ${error.message}`;
    error.stack = [error.message, ...framesOf(error)].join('\n');
    throw error;
  };
  return (...expected) => {
    try {
      const result = matcher(...expected);
      return result instanceof Promise ? result.catch(fail) : result;
    } catch (error) {
      return fail(error);
    }
  };
}

/** Without the frames of this file: Jest shows the first frame, which should be a line of the test. */
const framesOf = ({ stack = '' }: Error): string[] =>
  stack.split('\n').filter((line) => /^\s+at /.test(line) && !line.includes(import.meta.filename));
