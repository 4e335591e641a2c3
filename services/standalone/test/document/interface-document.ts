import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import type { RawResponse } from '../fixtures/raw-client.ts';

/** The part of JSON Schema that the document uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly maxProperties?: number;
  readonly items?: JsonSchema;
  readonly unevaluatedItems?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

interface Content {
  readonly schema: JsonSchema;
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Response {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean; readonly schema: JsonSchema }>>;
  readonly content?: Readonly<Record<string, Content>>;
}

/** An operation of the document, with its references resolved. */
export interface DocumentedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The required credential: none, an API key or a token, or a token. */
  readonly credential: 'public' | 'api-key' | 'jwt';
  /** The required key scope or permission. */
  readonly needs: readonly string[];
  readonly body: JsonSchema | undefined;
  readonly responses: Readonly<Record<string, Response>>;
}

export type Node = Readonly<Record<string, unknown>>;
const DOCUMENT = 'document';

/** The OpenAPI document, for checks of requests and responses against it. */
export class InterfaceDocument {
  readonly operations: readonly DocumentedOperation[];
  readonly #document: Node;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false });
  readonly #checks = new Map<JsonSchema, ValidateFunction>();

  constructor(document: Node) {
    this.#document = document;
    addFormats.default(this.#ajv, ['date-time', 'email']);
    this.#ajv.addFormat('password', true);
    this.#ajv.addSchema({ components: closed(document['components']) }, DOCUMENT);
    const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, Node>>>>;
    this.operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => this.#read(path, method, operation)),
    );
  }

  readonly resolve = <T extends object>(value: T): T => {
    if (!('$ref' in value) || typeof value.$ref !== 'string') return value;
    const keys = value.$ref.slice(2).split('/');
    return this.resolve(keys.reduce<unknown>((at, key) => (at as Node)[key], this.#document) as T);
  };

  /** A description of the mismatch between a value and a schema, undefined if the value matches. */
  faultOf(schema: JsonSchema, value: unknown): string | undefined {
    const check = this.#checkOf(schema);
    return check(value) ? undefined : this.#ajv.errorsText(check.errors);
  }

  /** A description of the fault in a response, undefined if the document lists the response for the operation. */
  faultOfResponse({ responses }: DocumentedOperation, { status, headers, text }: RawResponse): string | undefined {
    const documented = responses[String(status)];
    if (documented === undefined) return `the status ${String(status)} is not documented: ${text.slice(0, 500)}`;
    for (const [name, { required, schema }] of Object.entries(documented.headers ?? {})) {
      const value = headers[name.toLowerCase()];
      if (value === undefined && required === true) return `the header ${name} is missing`;
      const typed = this.resolve(schema).type === 'integer' ? Number(value) : value;
      const fault = value === undefined ? undefined : this.faultOf(schema, typed);
      if (fault !== undefined) return `the header ${name} is ${String(value)}: ${fault}`;
    }
    return this.#faultOfContent(documented, headers['content-type'] ?? '', text);
  }

  /** The error message that the document gives an operation for a status. */
  messageOf({ responses }: DocumentedOperation, status: number): string | undefined {
    const examples = responses[String(status)]?.content?.['application/json']?.examples ?? {};
    return (Object.values(examples)[0]?.value as { error?: { message: string } } | undefined)?.error?.message;
  }

  #faultOfContent({ content = {} }: Response, type: string, text: string): string | undefined {
    const [name = ''] = type.split(';');
    const documented = content[name];
    if (documented === undefined) return Object.keys(content).length === 0 ? undefined : `${type} is not documented`;
    if (name !== 'application/json') return undefined;
    const body = JSON.parse(text) as { error?: { code: string } };
    const fault = this.faultOf(documented.schema, body);
    if (fault !== undefined) return `the body ${text.slice(0, 500)} does not match the document: ${fault}`;
    const codes = Object.values(documented.examples).map(({ value }) => (value as typeof body).error?.code);
    return codes.includes(body.error?.code) ? undefined : `the code ${String(body.error?.code)} is not documented`;
  }

  #checkOf(schema: JsonSchema): ValidateFunction {
    const known = this.#checks.get(schema);
    if (known !== undefined) return known;
    const local = JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/', `"${DOCUMENT}#/`)) as object;
    const check = this.#ajv.compile(local);
    this.#checks.set(schema, check);
    return check;
  }

  #read(path: string, method: string, operation: Node): DocumentedOperation {
    const {
      operationId,
      parameters = [],
      security,
      requestBody,
      responses,
    } = operation as {
      operationId: string;
      security: Record<string, string[]>[];
      parameters?: Parameter[];
      requestBody?: { content: Record<string, Content> };
      responses: Record<string, Response>;
    };
    return {
      operationId,
      path,
      method: method.toUpperCase(),
      parameters: parameters.map(this.resolve),
      credential: security.length === 0 ? 'public' : security.some((kind) => 'apiKey' in kind) ? 'api-key' : 'jwt',
      needs: security.flatMap((kind) => Object.values(kind).flat()),
      body: requestBody && this.resolve(requestBody).content['application/json']?.schema,
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, response]) => {
          const resolved = this.resolve(response);
          const headers = Object.entries(resolved.headers ?? {}).map(([name, header]) => [name, this.resolve(header)]);
          return [status, { ...resolved, headers: Object.fromEntries(headers) as NonNullable<Response['headers']> }];
        }),
      ),
    };
  }
}

/** The published document. */
export const publishedDocument = (): Node =>
  JSON.parse(readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8')) as Node;

/** The schemas with all other fields forbidden. Clients must tolerate new fields, but the tests must find them. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const mapped = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, closed(child)]));
  const isOpen = mapped['type'] === 'object' && 'properties' in mapped && !('additionalProperties' in mapped);
  return isOpen ? { ...mapped, additionalProperties: false } : mapped;
}
