import type { oas31 } from 'zod-openapi';
import { curlCode, jsonCode, plainCode } from './code.ts';
import type { Resolve, Schema, DocumentedOperation } from './document-reader.ts';
import { markup, NOTHING, type Html } from './html.ts';
import { inlineMarkdown, markdown } from './markdown.ts';
import { fieldList, fieldsOf, showField } from './schema.ts';

type Examples = Readonly<Record<string, oas31.ExampleObject>>;
type Response = oas31.ResponseObject;

const JSON_TYPE = 'application/json';

/** One operation: description and fields on the left, examples on the right. */
export function showOperation(operation: DocumentedOperation, serverUrl: string, resolve: Resolve): Html {
  const { operationId = '', summary, description = '', method, path } = operation;
  return markup`<section class="operation" id="${operationId}">
    <div class="prose">
      <h3><a href="#${operationId}">${summary}</a></h3>
      <p class="route">
        <span class="method ${method.toLowerCase()}">${method}</span> <code>${withBreaks(path)}</code>
      </p>
      ${markdown(description)} ${showParameters(operation, resolve)} ${showBody(operation, resolve)}
      ${showResponse(operation, resolve)} ${showErrors(operation, resolve)}
    </div>
    <div class="examples">${showRequest(operation, serverUrl, resolve)} ${showResponseExamples(operation, resolve)}</div>
  </section>`;
}

/** Lets long paths break before each segment. */
const withBreaks = (path: string): Html => markup`${path.split(/(?=\/)/).map((segment) => markup`${segment}<wbr />`)}`;

const parametersOf = ({ parameters = [] }: DocumentedOperation, resolve: Resolve): oas31.ParameterObject[] =>
  parameters
    .map((parameter) => resolve<oas31.ParameterObject>(parameter))
    .filter((resolved) => resolved.in !== 'header');

function showParameters(operation: DocumentedOperation, resolve: Resolve): Html {
  const parameters = parametersOf(operation, resolve);
  if (parameters.length === 0) return NOTHING;
  const items = parameters.map(({ name, in: place, required = false, description, schema = {} }) =>
    showField({ name, place, required, description, schema }, { side: 'request', resolve }),
  );
  return markup`<h4>Parameters</h4>${fieldList(items)}`;
}

function showBody({ requestBody }: DocumentedOperation, resolve: Resolve): Html {
  if (requestBody === undefined) return NOTHING;
  const { description: size = '', content } = resolve<oas31.RequestBodyObject>(requestBody);
  const schema = content[JSON_TYPE]?.schema ?? {};
  const { description = '' } = resolve<Schema>(schema);
  return markup`<h4>Body</h4>
    <p>${inlineMarkdown(`${description} ${size}`)}</p>
    ${fieldsOf(schema, { side: 'request', resolve })}`;
}

const responsesOf = ({ responses = {} }: DocumentedOperation, resolve: Resolve): [status: string, Response][] =>
  Object.entries(responses).map(([status, response]) => [status, resolve<Response>(response as Response)]);

const isSuccess = (status: string): boolean => Number(status) < 400;

/** The fields of `data`, or all fields of a response without an envelope. */
function showResponse(operation: DocumentedOperation, resolve: Resolve): Html {
  const parts = responsesOf(operation, resolve).flatMap(([status, { description, content = {} }]) => {
    if (!isSuccess(status)) return [];
    const schema = content[JSON_TYPE]?.schema;
    const data = schema && (resolve<Schema>(schema).properties?.['data'] ?? schema);
    const about = data && resolve<Schema>(data).description;
    return [
      markup`<h4>Response <span class="status">${status}</span></h4>
        <p>${inlineMarkdown(description)} ${about === undefined ? NOTHING : inlineMarkdown(about)}</p>
        ${data === undefined ? NOTHING : fieldsOf(data, { side: 'response', resolve })}`,
    ];
  });
  return markup`${parts}`;
}

function showErrors(operation: DocumentedOperation, resolve: Resolve): Html {
  const rows = responsesOf(operation, resolve)
    .filter(([status]) => !isSuccess(status))
    .map(([status, { description, content = {} }]) => {
      const [name = '', example] = Object.entries((content[JSON_TYPE]?.examples ?? {}) as Examples)[0] ?? [];
      return markup`<li>
        <details>
          <summary>
            <span class="status bad">${status}</span> <code>${name}</code>
            <span class="about">${inlineMarkdown(description)}</span>
          </summary>
          ${example === undefined ? NOTHING : jsonCode(example.value)}
        </details>
      </li>`;
    });
  return rows.length === 0
    ? NOTHING
    : markup`<h4>Errors</h4>
        <ul class="errors">
          ${rows}
        </ul>`;
}

function showRequest(operation: DocumentedOperation, serverUrl: string, resolve: Resolve): Html {
  const { requestBody, method, path, security = [] } = operation;
  const parameters = parametersOf(operation, resolve).filter(({ example }) => example !== undefined);
  const placed = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((url, { name, example }) => url.replace(`{${name}}`, String(example)), path);
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  const url = `${serverUrl}${placed}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  const content = requestBody && resolve<oas31.RequestBodyObject>(requestBody).content[JSON_TYPE];
  const bodies = Object.values((content?.examples ?? {}) as Examples);
  const request = { method, url, hasCredential: security.length > 0 };
  if (bodies.length === 0)
    return markup`<h5>Request</h5>
      ${curlCode({ ...request, body: undefined })}`;
  return markup`<h5>Request</h5>
    ${bodies.map(({ summary = '', value }, i) => foldable(summary, curlCode({ ...request, body: value as unknown }), i === 0))}`;
}

function showResponseExamples(operation: DocumentedOperation, resolve: Resolve): Html {
  const examples = responsesOf(operation, resolve).flatMap(([status, { content = {} }]) =>
    Object.entries(content)
      .filter(() => isSuccess(status) || operation.path.endsWith('/health'))
      .flatMap(([type, { examples = {} }]) =>
        Object.values(examples as Examples).map(({ summary, value }) => ({
          status,
          type,
          summary,
          value: value as unknown,
        })),
      ),
  );
  return markup`<h5>Response</h5>
    ${examples.map(({ status, type, summary, value }, i) =>
      foldable(
        markup`<span class="status ${isSuccess(status) ? '' : 'bad'}">${status}</span> ${summary ?? 'Response'}`,
        type === JSON_TYPE ? jsonCode(value) : plainCode(String(value)),
        i === 0,
      ),
    )}`;
}

const foldable = (title: Html | string, content: Html, open: boolean): Html =>
  open
    ? markup`<details open>
        <summary>${title}</summary>
        ${content}
      </details>`
    : markup`<details>
        <summary>${title}</summary>
        ${content}
      </details>`;
