import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { ResponseTo } from '@strata/contracts/operation';
import type { captureTraces } from '@strata/contracts/operations/traces';
import type { Exchange, HttpResponse, HttpRoute } from '@strata/platform/http/http-route';
import { isProtobuf } from './read-traces-body.ts';

const PROTOBUF = 'application/x-protobuf';

/** An `ExportTraceServiceResponse` in the encoding of the request. */
export function renderOtlp(response: ResponseTo<typeof captureTraces>, headers: Exchange['headers']): HttpResponse {
  if (!isProtobuf(headers)) return { json: response };
  const { partialSuccess } = response;
  const writer = new BinaryWriter();
  if (partialSuccess !== undefined) {
    writer.tag(1, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.Varint).int64(partialSuccess.rejectedSpans);
    writer.tag(2, WireType.LengthDelimited).string(partialSuccess.errorMessage);
    writer.join();
  }
  return { text: writer.finish(), contentType: PROTOBUF };
}

/** OTLP asks for a `google.rpc.Status`; its code may be left out. In JSON, the envelope says more. */
export const renderOtlpError: NonNullable<HttpRoute['renderError']> = ({ message }, headers) =>
  isProtobuf(headers)
    ? { text: new BinaryWriter().tag(2, WireType.LengthDelimited).string(message).finish(), contentType: PROTOBUF }
    : undefined;
