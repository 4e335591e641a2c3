import fc from 'fast-check';
import {
  bytesMutations,
  draftMutations,
  type BytesMutation,
  type Draft,
  type DraftMutation,
} from './http-mutations.ts';
import { jsonMutations, writeJson, type JsonMutation } from './json-mutations.ts';

/** A request that succeeds without mutations. */
export interface ValidRequest {
  readonly name: string;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: unknown;
}

/** The bytes of one or more mutated requests, and the number of requests. */
export interface Mutant {
  readonly name: string;
  readonly bytes: Buffer;
  readonly requests: number;
  /** Whether the bytes may end in the middle of a request. If not, the server must respond. */
  readonly isCutShort: boolean;
}

interface Changes {
  readonly json: readonly JsonMutation[];
  readonly body: readonly BytesMutation[];
  readonly draft: readonly DraftMutation[];
  readonly wire: readonly BytesMutation[];
}

const NONE: Changes = { json: [], body: [], draft: [], wire: [] };

const headChanges = fc.array(draftMutations, { minLength: 1, maxLength: 3 }).map((draft) => ({ ...NONE, draft }));
const wireChanges = bytesMutations.map((wire) => ({ ...NONE, wire: [wire] }));

/** One to three changes to a request without a body. */
const withoutBody: fc.Arbitrary<Changes> = fc.oneof(
  { weight: 4, arbitrary: headChanges },
  { weight: 1, arbitrary: wireChanges },
);

/** One to three changes, most of them to the body. */
const withBody: fc.Arbitrary<Changes> = fc.oneof(
  { weight: 8, arbitrary: fc.array(jsonMutations, { minLength: 1, maxLength: 3 }).map((json) => ({ ...NONE, json })) },
  { weight: 3, arbitrary: fc.array(bytesMutations, { minLength: 1, maxLength: 2 }).map((body) => ({ ...NONE, body })) },
  { weight: 3, arbitrary: headChanges },
  { weight: 1, arbitrary: wireChanges },
  {
    weight: 2,
    arbitrary: fc
      .tuple(jsonMutations, draftMutations, bytesMutations)
      .map(([json, draft, body]) => ({ ...NONE, json: [json], draft: [draft], body: [body] })),
  },
);

/** Mutations of valid requests, some with several requests on one connection. */
export const mutants = (valid: readonly ValidRequest[]): fc.Arbitrary<Mutant> => {
  const one = fc
    .constantFrom(...valid)
    .chain((request) => fc.tuple(fc.constant(request), request.body === undefined ? withoutBody : withBody));
  return fc
    .oneof(
      { weight: 19, arbitrary: fc.tuple(one) },
      { weight: 1, arbitrary: fc.array(one, { minLength: 2, maxLength: 4 }) },
    )
    .map((parts) => ({
      name: parts.map(([{ name }]) => name).join(', '),
      bytes: Buffer.concat(parts.map(([request, change], i) => bytesOf(request, change, i === parts.length - 1))),
      requests: parts.length,
      isCutShort: parts.some(([, { wire, draft }]) => wire.length + draft.length > 0),
    }));
};

function bytesOf({ method, target, headers, body }: ValidRequest, change: Changes, isLast: boolean): Buffer {
  const json = body === undefined ? undefined : change.json.reduce<unknown>((value, mutate) => mutate(value), body);
  const text = json === undefined ? undefined : Buffer.from(writeJson(json));
  const valid: Draft = {
    method,
    target,
    version: 'HTTP/1.1',
    framing: 'length',
    headers: [...headers, ['Connection', isLast ? 'close' : 'keep-alive']],
    body: text && change.body.reduce<Buffer>((bytes, mutate) => mutate(bytes), text),
  };
  const draft = change.draft.reduce((before, mutate) => mutate(before), valid);
  return change.wire.reduce<Buffer>((bytes, mutate) => mutate(bytes), write(draft));
}

function write({ method, target, version, headers, framing, body }: Draft): Buffer {
  const lines = [
    `${method} ${target} ${version}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...framingOf(framing, body),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  if (body === undefined) return head;
  return Buffer.concat([head, ...(framing === 'chunks' ? chunksOf(body) : [body])]);
}

function framingOf(framing: Draft['framing'], body: Buffer | undefined): readonly string[] {
  if (typeof framing !== 'string') return framing;
  if (body === undefined) return [];
  return framing === 'chunks' ? ['Transfer-Encoding: chunked'] : [`Content-Length: ${String(body.length)}`];
}

const CHUNK = 100;

function chunksOf(body: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length; at += CHUNK) {
    const part = body.subarray(at, at + CHUNK);
    chunks.push(Buffer.from(`${part.length.toString(16)};ext=1\r\n`), part, Buffer.from('\r\n'));
  }
  return [...chunks, Buffer.from('0\r\n\r\n')];
}
