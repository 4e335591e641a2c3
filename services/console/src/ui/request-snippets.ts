import { OPERATIONS } from '@strata/client/generated/operations';
import type { Input, OperationName } from '@strata/client/strata';

/** A request in one language. */
export interface Snippet {
  readonly language: string;
  readonly code: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** The same request to an operation as curl, TypeScript and Python, with the key in an environment variable. */
export function requestSnippets<Name extends OperationName>(
  operation: Name,
  input: Input<Name>,
  serviceUrl: string,
): readonly Snippet[] {
  const fields = Object.fromEntries(Object.entries(input as Fields).filter(([, value]) => value !== undefined));
  return [
    { language: 'curl', code: curl(operation, fields, serviceUrl) },
    { language: 'TypeScript', code: typeScript(operation, fields, serviceUrl) },
    { language: 'Python', code: python(operation, fields, serviceUrl) },
  ];
}

function curl(operation: OperationName, fields: Fields, serviceUrl: string): string {
  const { method, path, params, query, hasBody } = OPERATIONS[operation];
  const names = (list: readonly string[]): [string, unknown][] =>
    list.flatMap((name) => (name in fields ? [[name, fields[name]]] : []));
  const filled = names(params).reduce<string>(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );
  const search = new URLSearchParams(
    names(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const url = `${serviceUrl.replace(/\/$/, '')}${filled}${search === '' ? '' : `?${search}`}`;
  const place: readonly string[] = [...params, ...query];
  const body = Object.fromEntries(Object.entries(fields).filter(([name]) => !place.includes(name)));
  const lines = [`curl ${quoted(url)}`, `-H "Authorization: Bearer $STRATA_API_KEY"`];
  if (method !== 'GET' && !(method === 'POST' && hasBody)) lines.push(`-X ${method}`);
  if (hasBody) lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`);
  return lines.join(' \\\n  ');
}

/** A text of the shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const typeScript = (operation: OperationName, fields: Fields, serviceUrl: string): string =>
  [
    `import { Strata } from '@strata/client/strata';`,
    '',
    `const strata = new Strata({ baseUrl: ${JSON.stringify(serviceUrl)}, apiKey: process.env.STRATA_API_KEY });`,
    `const result = await strata.api.${operation}(${JSON.stringify(fields, null, 2)});`,
  ].join('\n');

const python = (operation: OperationName, fields: Fields, serviceUrl: string): string =>
  [
    'import os',
    'from strata import Strata',
    '',
    `strata = Strata(base_url=${JSON.stringify(serviceUrl)}, api_key=os.environ["STRATA_API_KEY"])`,
    `result = strata.api.${snake(operation)}(`,
    ...Object.entries(fields).map(([name, value]) => `    ${snake(name)}=${pythonValue(value)},`),
    ')',
  ].join('\n');

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A value of JSON as Python writes it. */
function pythonValue(value: unknown): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value === null) return 'None';
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([key, one]) => `${JSON.stringify(key)}: ${pythonValue(one)}`)
      .join(', ')}}`;
  return JSON.stringify(value);
}
