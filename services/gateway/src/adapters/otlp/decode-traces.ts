import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { EXPORT_REQUEST, type Field, type Message, type ScalarKind } from './trace-messages.ts';

/** Of one request. Each takes memory, even without content. */
const MAX_MESSAGES = 1_000_000;
/** An attribute can contain lists and maps; each level is two messages. */
const MAX_DEPTH = 100;

/** After so many, the decoder may pause. */
const MESSAGES_A_TURN = 256;

/** The request has more messages, or more of them within each other, than a service can take. */
export class TooManyMessages extends Error {}

/**
 * Decodes an `ExportTraceServiceRequest` into its JSON form, and yields where it may pause.
 * Errors: `TooManyMessages`; any other error means that it is no such message.
 */
export function* decodeTraces(bytes: Uint8Array): Generator<undefined, Readonly<Record<string, unknown>>> {
  const decoder = new Decoder(bytes);
  return yield* decoder.message(EXPORT_REQUEST, bytes.length, 1);
}

const WIRE_TYPES: Readonly<Record<Field['kind'], WireType>> = {
  text: WireType.LengthDelimited,
  hex: WireType.LengthDelimited,
  base64: WireType.LengthDelimited,
  message: WireType.LengthDelimited,
  fixed64: WireType.Bit64,
  double: WireType.Bit64,
  int64: WireType.Varint,
  int32: WireType.Varint,
  bool: WireType.Varint,
};

class Decoder {
  readonly #reader: BinaryReader;
  #messages = 0;

  constructor(bytes: Uint8Array) {
    this.#reader = new BinaryReader(bytes);
  }

  *message(fields: Message, end: number, depth: number): Generator<undefined, Record<string, unknown>> {
    if ((this.#messages += 1) > MAX_MESSAGES || depth > MAX_DEPTH) throw new TooManyMessages();
    if (this.#messages % MESSAGES_A_TURN === 0) yield;
    const reader = this.#reader;
    const decoded: Record<string, unknown> = {};
    while (reader.pos < end) {
      const [number, wireType] = reader.tag();
      const field = fields[number];
      if (field === undefined) reader.skip(wireType, number);
      else if (wireType !== WIRE_TYPES[field.kind]) throw new Error('A field has another type');
      else if (field.kind !== 'message') decoded[field.name] = this.#scalar(field.kind);
      else {
        const length = reader.uint32();
        if (reader.pos + length > end) throw new RangeError('A message is longer than the one around it');
        const value = yield* this.message(field.message(), reader.pos + length, depth + 1);
        if (!field.isRepeated) decoded[field.name] = value;
        else if (Array.isArray(decoded[field.name])) (decoded[field.name] as unknown[]).push(value);
        else decoded[field.name] = [value];
      }
    }
    if (reader.pos > end) throw new RangeError('A field is longer than its message');
    return decoded;
  }

  #scalar(kind: ScalarKind): unknown {
    const reader = this.#reader;
    switch (kind) {
      case 'text':
        return reader.string();
      case 'hex':
        return Buffer.from(reader.bytes()).toString('hex');
      case 'base64':
        return Buffer.from(reader.bytes()).toString('base64');
      case 'fixed64':
        return String(reader.fixed64());
      case 'int64':
        return String(reader.int64());
      case 'int32':
        return reader.int32();
      case 'double':
        return reader.double();
      case 'bool':
        return reader.bool();
    }
  }
}
