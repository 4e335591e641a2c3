import { REPEATABLE } from '../client/repeatable-operations.mjs';
import { argumentName, pascal } from './python-text.mjs';

/** Arguments that every method has besides those of its operation. */
export const CALL_OPTIONS = ['timeout', 'max_retries', 'request_id'];

/**
 * The operations of the document, with the arguments, the kind of response and the types of each. Those that take protobuf are for
 * the exporters of OpenTelemetry.
 */
export function readOperations({ paths, components }, types) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(isCall)
      .map(([method, operation]) => {
        const name = operation.operationId;
        const fields = fieldsOf(operation, components, types);
        requireDistinct(name, fields);
        return {
          name,
          method: method.toUpperCase(),
          path,
          summary: operation.summary,
          description: operation.description ?? '',
          fields,
          hasBody: operation.requestBody !== undefined,
          isRepeatable: method !== 'post' || REPEATABLE.has(name),
          ...responseOf(operation, types, fields),
        };
      }),
  );
}

const isCall = ([, { responses }]) => responses['200']?.content?.['application/x-protobuf'] === undefined;

/** Path parameters, query parameters and the fields of the body. Headers are for the transport. */
function fieldsOf(operation, components, types) {
  const parameters = operation.parameters
    .filter((parameter) => parameter.$ref === undefined)
    .map(({ in: place, name, schema, required = false, description = '' }) =>
      field(
        place,
        name,
        schema,
        required,
        description,
        types.typeOf(schema, `${pascal(operation.operationId)}${pascal(name)}`),
      ),
    );
  const body = bodyOf(operation.requestBody, components, types);
  return [...parameters, ...body];
}

function bodyOf(requestBody, components, types) {
  if (requestBody === undefined) return [];
  const name = requestBody.$ref?.split('/').at(-1);
  const { content } = name === undefined ? requestBody : components.requestBodies[name];
  const { schema } = content['application/json'];
  const { properties, required = [] } = types.resolve(schema);
  const owner = name ?? schema.$ref.split('/').at(-1);
  return Object.entries(properties).map(([key, value]) => {
    // The types within a named schema are declared with it.
    const type =
      schema.$ref === undefined ? types.typeOf(value, `${owner}${pascal(key)}`) : simpleType(value, types, key);
    return field('body', key, value, required.includes(key), value.description ?? '', type);
  });
}

function simpleType(schema, types, key) {
  if (schema.properties !== undefined) throw new Error(`${key} needs a named schema`);
  return types.typeOf(schema, key);
}

const field = (place, key, schema, isRequired, description, type) => ({
  place,
  key,
  argument: argumentName(key),
  isRequired,
  isNullable: /(^|\| )None$/.test(type),
  description: description.split('\n')[0],
  type: argumentType(schema, type),
});

/** A query says true and false as words, and any sequence of Python is an array. */
function argumentType(schema, type) {
  if (schema.enum?.join() === 'true,false') return 'bool';
  return type.startsWith('list[') && type.endsWith(']') && !type.includes(' | ')
    ? type.replace('list[', 'Sequence[')
    : type;
}

/** What a caller gets: `data` of the envelope, an iterator over pages or lines, or the body as it is. */
function responseOf({ operationId, responses }, types, fields) {
  const [[, { content }]] = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const [[mediaType, { schema }]] = Object.entries(content);
  const name = `${pascal(operationId)}Response`;
  if (mediaType === 'application/x-ndjson') return { kind: 'lines', type: types.typeOf(schema, name) };
  if (mediaType !== 'application/json') return { kind: 'text', type: 'str' };
  if (schema.properties?.ok === undefined) return { kind: 'json', type: types.typeOf(schema, name) };
  const { data } = schema.properties;
  const type = types.typeOf(data, name);
  const keys = fields.filter(({ place }) => place === 'query').map(({ key }) => key);
  if (!keys.includes('cursor') && !keys.includes('offset')) return { kind: 'data', type };
  const { items } = types.resolve(data).properties;
  return { kind: keys.includes('cursor') ? 'cursor' : 'offset', type: types.typeOf(items.items, `${name}Item`) };
}

/** A caller passes everything by name. */
function requireDistinct(operation, fields) {
  const names = ['self', ...CALL_OPTIONS, ...fields.map(({ argument }) => argument)];
  const twice = names.find((one, at) => names.indexOf(one) !== at);
  if (twice !== undefined) throw new Error(`${operation} has two arguments with the name ${twice}`);
}
