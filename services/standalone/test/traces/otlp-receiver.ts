import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import protobuf from 'protobufjs';

/** The parts of opentelemetry-proto 1.x that the tests read. */
const PROTO = `
  syntax = "proto3";
  message Request { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
    repeated KeyValue attributes = 9; repeated Event events = 11; repeated Link links = 13; Status status = 15;
  }
  message Event { string name = 2; repeated KeyValue attributes = 3; }
  message Link { bytes trace_id = 1; bytes span_id = 2; }
  message Status { string message = 2; int32 code = 3; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }`;
const Request = protobuf.parse(PROTO).root.lookupType('Request');
const KINDS = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];

interface Bytes {
  readonly traceId: Buffer;
  readonly spanId: Buffer;
}
interface Attribute {
  readonly key: string;
  readonly value?: Readonly<Record<string, unknown>>;
}
interface Decoded {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Bytes & {
        readonly parentSpanId?: Buffer;
        readonly name: string;
        readonly kind: number;
        readonly attributes?: readonly Attribute[];
        readonly events?: readonly unknown[];
        readonly links?: readonly Bytes[];
        readonly status?: { readonly message?: string; readonly code?: number };
      })[];
    }[];
  }[];
}

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the root of a trace. */
  readonly parent: string;
  /** Such as `SERVER`. */
  readonly kind: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: number;
  readonly links: readonly string[];
  readonly hasFailed: boolean;
  readonly message: string;
  /** `service.name` of its process. */
  readonly service: unknown;
}

/** An OTLP receiver over HTTP, which keeps every span. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  readonly #bodies: Buffer[] = [];
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      this.#bodies.push(body);
      this.spans.push(...spansOf(body));
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });

  static async open(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  /** Everything that arrived, as it came over the wire. */
  get wire(): string {
    return Buffer.concat(this.#bodies).toString('latin1');
  }

  ofTrace(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function spansOf(body: Buffer): ReceivedSpan[] {
  const { resourceSpans } = Request.toObject(Request.decode(body), { longs: Number, arrays: true }) as Decoded;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        traceId: hex(span.traceId),
        spanId: hex(span.spanId),
        parent: span.parentSpanId === undefined ? '' : hex(span.parentSpanId),
        kind: KINDS[span.kind] ?? '',
        name: span.name,
        attributes: valuesOf(span.attributes ?? []),
        events: span.events?.length ?? 0,
        links: (span.links ?? []).map(({ traceId }) => hex(traceId)),
        hasFailed: span.status?.code === 2,
        message: span.status?.message ?? '',
        service: valuesOf(resource.attributes)['service.name'],
      })),
    ),
  );
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const valuesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value = {} }) => [key, Object.values(value)[0]]));
