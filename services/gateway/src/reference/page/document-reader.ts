import type { oas31 } from 'zod-openapi';
import type { OpenApiDocument } from '../create-document.ts';

export type Schema = oas31.SchemaObject;
export type SchemaOrReference = Schema | oas31.ReferenceObject;

/** An operation with its path and method. */
export interface DocumentedOperation extends oas31.OperationObject {
  readonly path: string;
  readonly method: string;
}

/** All operations, in the order of the document. */
export const operationsOf = ({ paths = {} }: OpenApiDocument): DocumentedOperation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, oas31.OperationObject>).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  );

/** Follows references within a document. Throws when one is broken. */
export const createResolver =
  (document: OpenApiDocument) =>
  <T extends object>(value: T | oas31.ReferenceObject): T => {
    let found: unknown = value;
    while (typeof found === 'object' && found !== null && '$ref' in found) {
      const ref = String(found.$ref);
      found = ref
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
      if (found === undefined) throw new Error(`${ref} is not in the document`);
    }
    return found as T;
  };

export type Resolve = ReturnType<typeof createResolver>;

/** The component that a reference names. */
export const nameOf = (value: object): string | undefined =>
  '$ref' in value ? String(value.$ref).split('/').at(-1) : undefined;
