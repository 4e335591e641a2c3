import { takesBody, type Operation } from '@strata/contracts/operation';
import { parseInput } from '@strata/contracts/parse-input';
import { AppError } from '@strata/kernel/errors';

/**
 * The error of an invalid request, made by the validation itself, so that the document cannot differ from it. The request
 * lacks the first field of the body, if that is required; otherwise it has an unknown field or, if those are ignored, is a list.
 */
export function invalidExample(operation: Operation): AppError {
  const { query, body } = operation.examples[0] ?? {};
  if (!takesBody(operation)) return faultOf(() => parseInput(operation.query, { ...query, surprise: 1 }, 'query'));
  const [, ...kept] = Object.entries(body ?? {});
  const faulty = [Object.fromEntries(kept), { ...(body ?? {}), surprise: 1 }, []].find(
    (value) => !operation.body.safeParse(value).success,
  );
  return faultOf(() => parseInput(operation.body, faulty, 'body'));
}

function faultOf(parse: () => unknown): AppError {
  try {
    parse();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('Validation accepts the invalid example');
}
