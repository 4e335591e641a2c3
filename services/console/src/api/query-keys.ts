import type { Input, OperationName } from '@strata/client/strata';

/**
 * The key of what an operation returns for an input. To read it again after a change: `invalidateQueries({ queryKey: [operation] })`,
 * which fits every input.
 */
export const keyOf = <Name extends OperationName>(
  operation: Name,
  input?: Input<Name>,
): readonly [Name, Input<Name> | undefined] => [operation, input];
