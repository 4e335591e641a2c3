import { callOperation, openStream, type CallSettings, type Fields } from './call-operation.ts';
import { OPERATIONS } from './generated/operations.ts';
import { readJsonLines } from './json-lines.ts';
import type { OperationFacts } from './operation-facts.ts';
import type { Data, Input, Item, Line, ListName, OperationName, StreamName } from './operation-types.ts';
import { Listing, type Page } from './pages.ts';
import type { CallOptions } from './send-request.ts';

type Result<Name extends OperationName> = Name extends StreamName
  ? AsyncIterable<Line<Name>>
  : Name extends ListName
    ? Listing<Data<Name> & Page<Item<Name>>, Item<Name>>
    : Promise<Data<Name>>;

/** Every operation by its name. It takes path and query parameters and the fields of the body in one object. */
export type Api = {
  readonly [Name in OperationName]: object extends Input<Name>
    ? (input?: Input<Name>, options?: CallOptions) => Result<Name>
    : (input: Input<Name>, options?: CallOptions) => Result<Name>;
};

type AnyCall = (input?: Fields, options?: CallOptions) => unknown;

/** All operations of the interface, with these settings. */
export function createApi(settings: CallSettings): Api {
  const calls = Object.entries<OperationFacts>(OPERATIONS).map(([name, facts]): [string, AnyCall] => [
    name,
    (input = {}, options = {}) => call(settings, name, facts, input, options),
  ]);
  return Object.fromEntries(calls) as unknown as Api;
}

function call(
  settings: CallSettings,
  name: string,
  facts: OperationFacts,
  input: Fields,
  options: CallOptions,
): unknown {
  if (facts.isStream) return lines(settings, facts, input, options);
  if (facts.paging === null) return callOperation(settings, facts, withKeys(name, input), options);
  const offset = typeof input['offset'] === 'number' ? input['offset'] : 0;
  return new Listing<Page<unknown>, unknown>(
    async (next) => (await callOperation(settings, facts, { ...input, ...next }, options)) as Page<unknown>,
    offset,
  );
}

async function* lines(settings: CallSettings, facts: OperationFacts, input: Fields, options: CallOptions) {
  yield* readJsonLines(await openStream(settings, facts, input, options));
}

/** A capture gets its idempotency key before its first attempt, so that a retry stores nothing twice. */
function withKeys(name: string, input: Fields): Fields {
  if (name === 'captureEvent') return withKey(input);
  if (name === 'captureBatch' && Array.isArray(input['events']))
    return { ...input, events: (input['events'] as Fields[]).map(withKey) };
  return input;
}

/** The event with an idempotency key, a new one if it has none. */
export const withKey = <Event extends { readonly idempotencyKey?: unknown }>(
  event: Event,
): Event & { idempotencyKey: string } =>
  ({ ...event, idempotencyKey: event.idempotencyKey ?? `sdk-${crypto.randomUUID()}` }) as Event & {
    idempotencyKey: string;
  };
