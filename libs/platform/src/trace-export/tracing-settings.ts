import { z } from 'zod';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const address = z.url({ protocol: /^https?$/ }).optional();

/**
 * OpenTelemetry's own variables, of those that matter most. The SDK reads them, and the others of its specification, by itself;
 * here they are checked, so that a wrong one is an error at the start instead of traces that are missing.
 */
export const tracingSettings = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: address.describe(
    'Where to send traces, such as `http://localhost:4318`: the base address of an OTLP receiver. Traces are on if it is set.',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address.describe('The same as a whole address, for traces only.'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .describe('Headers for the receiver, such as `authorization=Bearer%20…`. A secret, if it holds one.'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/protobuf')
    .default('http/protobuf')
    .describe('The only one that is supported.'),
  OTEL_SERVICE_NAME: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('Name in traces. Default: `strata-` and the service.'),
  OTEL_RESOURCE_ATTRIBUTES: z
    .string()
    .optional()
    .describe('More about the process for its traces, such as `deployment.environment.name=production`.'),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS)
    .default('parentbased_always_on')
    .describe("Which traces are recorded. The `parentbased_…` samplers follow the client's decision if it sent one."),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('Share of traces that the `…traceidratio` samplers record.'),
  OTEL_BSP_MAX_QUEUE_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(2_048)
    .describe('Spans that may wait for the receiver; more are dropped and counted.'),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp').describe('`none` turns traces off.'),
  OTEL_SDK_DISABLED: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .default(false)
    .describe('`true` turns traces off.'),
});

export type TracingSettings = z.output<typeof tracingSettings>;

/** Traces are off unless a receiver is named. */
export const isConfigured = (settings: TracingSettings): boolean =>
  !settings.OTEL_SDK_DISABLED &&
  settings.OTEL_TRACES_EXPORTER !== 'none' &&
  (settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined;
