import type { Operation } from '@strata/contracts/operation';
import type { oas31 } from 'zod-openapi';

type Values = Readonly<Record<string, unknown>>;
type Parameter = oas31.ParameterObject;

/** The parameters of an operation, each with one description and its value in the first example. */
export const describeParameters = (
  parameters: readonly (Parameter | oas31.ReferenceObject)[],
  { examples }: Operation,
): (Parameter | oas31.ReferenceObject)[] => {
  const { params, query } = (examples[0] ?? {}) as { params?: Values; query?: Values };
  const values: Values = { ...params, ...query };
  return parameters.map((parameter) =>
    '$ref' in parameter ? parameter : describeParameter(parameter, values[parameter.name]),
  );
};

function describeParameter({ schema, ...parameter }: Parameter, example: unknown): Parameter {
  const { description, ...rest } = (schema ?? {}) as oas31.SchemaObject;
  return {
    ...parameter,
    ...(description === undefined ? {} : { description }),
    schema: rest,
    ...(example === undefined ? {} : { example }),
  };
}
