import type { OPERATIONS } from './generated/operations.ts';
import type { operations } from './generated/schema.ts';

/** The name of an operation, such as `listMemories`. */
export type OperationName = keyof typeof OPERATIONS;

type Body<Op> = Op extends { requestBody: { content: { 'application/json': infer Content } } }
  ? Content
  : Op extends { requestBody?: { content: { 'application/json': infer Content } } }
    ? Partial<Content>
    : unknown;
type Parameters<Op, Place extends 'path' | 'query'> = Op extends { parameters: Partial<Record<Place, infer Values>> }
  ? [NonNullable<Values>] extends [never]
    ? unknown
    : NonNullable<Values>
  : unknown;

/** In a query, true and false are words; a caller may pass the values. */
type WithBooleans<Values> = {
  [Key in keyof Values]: 'true' extends Values[Key] ? Values[Key] | boolean : Values[Key];
};

/** What an operation takes: path parameters, query parameters and the fields of the body in one object. */
export type Input<Name extends OperationName> = Parameters<operations[Name], 'path'> &
  WithBooleans<Parameters<operations[Name], 'query'>> &
  Body<operations[Name]>;

type Success<Op> = Op extends { responses: infer Responses } ? Responses[keyof Responses] : never;

/** What an operation responds with: `data` of the envelope. */
export type Data<Name extends OperationName> =
  Success<operations[Name]> extends { content: { 'application/json': { data: infer Value } } } ? Value : never;

/** A line of an operation that responds with JSON Lines. */
export type Line<Name extends OperationName> =
  Success<operations[Name]> extends { content: { 'application/x-ndjson': infer Value } } ? Value : never;

/** An item of an operation that lists. */
export type Item<Name extends OperationName> = Data<Name> extends { items: readonly (infer Value)[] } ? Value : never;

/** The operations whose lists are read page by page. */
export type ListName = {
  [Name in OperationName]: (typeof OPERATIONS)[Name]['paging'] extends null ? never : Name;
}[OperationName];

/** The operations that respond with JSON Lines. */
export type StreamName = {
  [Name in OperationName]: (typeof OPERATIONS)[Name]['isStream'] extends true ? Name : never;
}[OperationName];
