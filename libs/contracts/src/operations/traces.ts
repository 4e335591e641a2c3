import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { MAX_REQUEST_BYTES } from '../schemas/event.ts';

/** Takes OTLP/HTTP from any OpenTelemetry exporter, and captures what spans of models, agents and tools say. */
export const captureTraces = defineOperation({
  name: 'captureTraces',
  summary: 'Capture OpenTelemetry traces',
  description:
    'An OTLP/HTTP receiver: give an exporter the endpoint `/v1/otlp` and the header `authorization=Bearer <API key>`. The body is an `ExportTraceServiceRequest` as JSON or protobuf, also with `Content-Encoding: gzip`, at most 16 MiB before and after decompression. Spans of models, agents and tools become events: each message once, however often the history of its conversation is sent; each tool call with its result. Other spans are accepted and left out.\n\nThe response is in the encoding of the request and has no envelope. `partialSuccess` counts the spans of which something could not be captured, and names the first reasons; do not send them again. Errors of protobuf requests are a protobuf `Status`. A 429 or a 503 can be repeated as it is: nothing is stored twice.',
  method: 'POST',
  path: '/v1/otlp/v1/traces',
  credential: 'api-key',
  scope: 'write',
  service: 'gateway',
  protocol: 'otlp',
  // The use case reads span by span, so that an invalid one does not reject the others.
  body: z.looseObject({ resourceSpans: z.array(z.looseObject({})).optional() }),
  documentedBody: z
    .object({ resourceSpans: z.array(z.object({})).optional() })
    .meta({ id: 'ExportTraceServiceRequest', description: 'As OTLP defines it.' }),
  response: z
    .object({
      partialSuccess: z
        .object({
          rejectedSpans: z.string().describe('The number of spans, as a text.'),
          errorMessage: z.string(),
        })
        .optional()
        .describe('Absent if everything was captured.'),
    })
    .meta({ id: 'ExportTraceServiceResponse', description: 'As OTLP defines it.' }),
  maxBodyBytes: MAX_REQUEST_BYTES,
  errors: ['payload_too_large', 'unsupported_media_type'],
  errorMessages: {
    payload_too_large: `The body is larger than ${String(MAX_REQUEST_BYTES)} bytes`,
    unsupported_media_type: 'The body must be application/x-protobuf or application/json (Content-Type)',
  },
  examples: [
    {
      summary: 'A question to a model',
      body: {
        resourceSpans: [
          {
            resource: { attributes: [{ key: 'service.name', value: { stringValue: 'support' } }] },
            scopeSpans: [
              {
                spans: [
                  {
                    traceId: '5b8efff798038103d269b633813fc60c',
                    spanId: 'eee19b7ec3c1b174',
                    name: 'chat',
                    startTimeUnixNano: '1778230500000000000',
                    endTimeUnixNano: '1778230502000000000',
                    attributes: [
                      { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
                      {
                        key: 'gen_ai.input.messages',
                        value: {
                          stringValue:
                            '[{"role":"user","parts":[{"type":"text","content":"My invoices go to billing@acme.example"}]}]',
                        },
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
      response: {},
    },
    {
      summary: 'A span that is too large',
      response: {
        partialSuccess: { rejectedSpans: '1', errorMessage: 'An event must be at most 262144 bytes of JSON (1 span)' },
      },
    },
  ],
});
