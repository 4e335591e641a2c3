import fc from 'fast-check';

/** A request before it is serialized. */
export interface Draft {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  /** Without the headers that frame the body. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** How the body is framed: by its length, in chunks, or by these header lines. */
  readonly framing: 'length' | 'chunks' | readonly string[];
  readonly body: Buffer | undefined;
}

export type DraftMutation = (draft: Draft) => Draft;
export type BytesMutation = (bytes: Buffer) => Buffer;

const CREDENTIALS = [
  '',
  'Bearer',
  'Bearer ',
  'Basic YTpi',
  'Bearer strata_live_x_y',
  'bearer eyJhbGciOiJub25lIn0.e30.',
  `Bearer ${'a'.repeat(9_000)}`,
];
const CONTENT_TYPES = [
  'text/plain',
  'application/json; charset=utf-16',
  'application/JSON',
  'application/vnd.api+json',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  '',
  ';;;',
  'application/json;charset="utf-8"',
];
const ENCODINGS = ['gzip', 'br', 'deflate', 'identity', 'gzip, gzip', 'chunked', 'x'];
const STRANGE_HEADERS: readonly (readonly [string, string])[] = [
  ['X-Request-Id', 'a b'],
  ['X-Request-Id', 'x'.repeat(5_000)],
  ['traceparent', '00-0-0-0'],
  ['X-Forwarded-For', '1.2.3.4, ::1, nonsense'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Expect', '100-continue'],
  ['Expect', 'miracles'],
  ['Upgrade', 'websocket'],
  ['Connection', 'Upgrade'],
  ['If-None-Match', '*'],
  ['Range', 'bytes=0-1'],
  ['Accept', 'image/png'],
  ['Accept-Encoding', 'gzip;q=0'],
  ['Origin', 'null'],
  ['Cookie', '__proto__=1'],
  ['Trailer', 'Authorization'],
  ['__proto__', 'x'],
  ['X-Bytes', '\xff\xfe\x80'],
  ['X-Large', 'x'.repeat(17_000)],
  ['X-Organization-ID', 'org_other'],
];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'LOCK', 'get', 'BREW', 'QUERY'];
const SEGMENTS = [
  '%00',
  '%',
  '%zz',
  '%c0%af',
  '%ed%a0%80',
  '..',
  '.',
  '%2e%2e',
  '%2f',
  ';a=b',
  '\xe4',
  '__proto__',
  'x'.repeat(3_000),
  '%F0%9F%98%80',
  '*',
  ':id',
  '(.*)',
  '{id}',
];
const QUERIES = [
  'limit=1e400',
  'limit=',
  'limit=-1',
  'limit[]=1',
  'limit=1&limit=2',
  'cursor=',
  'cursor=AAAA',
  `cursor=${'A'.repeat(1_024)}`,
  'type=__proto__',
  '__proto__=1',
  '__proto__[a]=1',
  'a[b][c]=d',
  '=',
  '&&&',
  '%',
  '%00=%00',
  'tag=%ed%a0%80',
  `tag=${'x'.repeat(4_000)}`,
  'offset=1000001',
  'agentId=%00',
  Array.from({ length: 1_500 }, (_, i) => `p${String(i)}`).join('&'),
];
const FRAMINGS: readonly (readonly string[])[] = [
  [],
  ['Content-Length: 0'],
  ['Content-Length: 5'],
  ['Content-Length: -1'],
  ['Content-Length: 1e3'],
  ['Content-Length: 99999999999999999999'],
  ['Content-Length: 7', 'Content-Length: 8'],
  ['Content-Length: 10', 'Transfer-Encoding: chunked'],
  ['Transfer-Encoding: gzip, chunked'],
  ['Transfer-Encoding: chunked, chunked'],
  ['Transfer-Encoding: identity'],
];

const header =
  (name: string, value: string): DraftMutation =>
  (draft) => ({
    ...draft,
    headers: [...draft.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase()), [name, value]],
  });

const path =
  (change: (segments: string[], at: number) => string[], at: number): DraftMutation =>
  (draft) => {
    const [pathname = '', query] = draft.target.split('?');
    const segments = change(pathname.split('/'), at % pathname.split('/').length);
    return { ...draft, target: segments.join('/') + (query === undefined ? '' : `?${query}`) };
  };

/** Mutations of the method, target, version, headers and framing. */
export const draftMutations: fc.Arbitrary<DraftMutation> = fc.oneof(
  fc.constantFrom(...METHODS).map((method): DraftMutation => (draft) => ({ ...draft, method })),
  fc.constantFrom(...CREDENTIALS).map((value) => header('Authorization', value)),
  fc
    .constantFrom(...CREDENTIALS)
    .map((value): DraftMutation => (draft) => ({ ...draft, headers: [...draft.headers, ['Authorization', value]] })),
  fc.constantFrom(...CONTENT_TYPES).map((value) => header('Content-Type', value)),
  fc.constantFrom(...ENCODINGS).map((value) => header('Content-Encoding', value)),
  fc.constantFrom(...STRANGE_HEADERS).map(([name, value]) => header(name, value)),
  fc
    .constantFrom(...SEGMENTS)
    .chain((segment) =>
      fc.nat({ max: 9 }).map((n) => path((all, at) => all.map((old, i) => (i === at ? segment : old)), n)),
    ),
  fc.constantFrom(...SEGMENTS).map((segment) => path((all) => [...all, segment], 0)),
  fc.nat({ max: 9 }).map((n) => path((all, at) => all.filter((_, i) => i !== at), n)),
  fc.constantFrom(...QUERIES).map((query): DraftMutation => (draft) => ({
    ...draft,
    target: `${draft.target}${draft.target.includes('?') ? '&' : '?'}${query}`,
  })),
  fc
    .constantFrom('*', '', 'http://elsewhere.example/v1/memories', '//v1//memories', '/%', `/${'a'.repeat(20_000)}`)
    .map((target): DraftMutation => (draft) => ({ ...draft, target })),
  fc
    .constantFrom('HTTP/1.0', 'HTTP/1.2', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.1 x')
    .map((version): DraftMutation => (draft) => ({ ...draft, version })),
  fc.constantFrom(...FRAMINGS).map((framing): DraftMutation => (draft) => ({ ...draft, framing })),
  fc.constant<DraftMutation>((draft) => ({ ...draft, framing: 'chunks' })),
  fc.constantFrom(50, 500, 3_000).map((count): DraftMutation => (draft) => ({
    ...draft,
    headers: [...draft.headers, ...Array.from({ length: count }, (_, i) => [`X-${String(i)}`, 'x'] as const)],
  })),
);

const positionIn = (bytes: Buffer, at: number): number => at % (bytes.length + 1);
const inserted = (bytes: Buffer, at: number, added: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, positionIn(bytes, at)), added, bytes.subarray(positionIn(bytes, at))]);

const strangeBytes = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom('\0', '\r\n', '\r\n\r\n', '\uFEFF', '"', '{', '}', ',', '\\', '//', '\ud83d', 'é', '\u2028')
    .map((text) => Buffer.from(text)),
  fc.constantFrom('ff', 'c080', 'eda080', 'f8808080', 'e28', '1f8b08').map((hex) => Buffer.from(hex, 'hex')),
);

/** Insertions, replacements, cuts, repetitions, bit flips and rotations of bytes. */
export const bytesMutations: fc.Arbitrary<BytesMutation> = fc
  .tuple(fc.nat(), fc.nat(), strangeBytes)
  .chain(([at, other, strange]) =>
    fc.constantFrom<BytesMutation>(
      (bytes) => inserted(bytes, at, strange),
      (bytes) =>
        Buffer.concat([
          bytes.subarray(0, positionIn(bytes, at)),
          strange,
          bytes.subarray(positionIn(bytes, at) + strange.length),
        ]),
      (bytes) => bytes.subarray(0, positionIn(bytes, at)),
      (bytes) => Buffer.concat([bytes, bytes]),
      (bytes) => Buffer.concat([bytes, strange]),
      (bytes) =>
        bytes.map((byte, i) => (i === at % Math.max(1, bytes.length) ? byte ^ (1 << (other % 8)) : byte)) as Buffer,
      (bytes) => Buffer.concat([bytes.subarray(positionIn(bytes, at)), bytes.subarray(0, positionIn(bytes, at))]),
    ),
  );
