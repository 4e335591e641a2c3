import { takesBody, type Operation } from '@strata/contracts/operation';

/** The parts of a request to an operation, not checked yet. */
export interface InputParts {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Takes one flat input apart: what the path names, and the rest as the body, or as the query of an operation without one. */
export function splitInput(
  operation: Pick<Operation, 'path' | 'body'>,
  input: Readonly<Record<string, unknown>>,
): InputParts {
  const isParam = (name: string): boolean => operation.path.includes(`{${name}}`);
  const entries = Object.entries(input);
  const params = Object.fromEntries(entries.filter(([name]) => isParam(name)));
  const rest = Object.fromEntries(entries.filter(([name]) => !isParam(name)));
  return takesBody(operation) ? { params, query: {}, body: rest } : { params, query: rest, body: undefined };
}
