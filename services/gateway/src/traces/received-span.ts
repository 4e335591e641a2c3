import { parseInput } from '@strata/contracts/parse-input';
import { AppError, validationError } from '@strata/kernel/errors';
import { z } from 'zod';
import { isRecord, plainValue, type Attributes } from './attributes.ts';

/** Exporters send 128 at most, unless they are told otherwise. */
const MAX_ATTRIBUTES = 10_000;

/** A span as it was received, with plain values. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined for the root of its trace. */
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly startedAt: Date | undefined;
  readonly endedAt: Date | undefined;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
  readonly status: 'unset' | 'ok' | 'error';
  readonly statusMessage: string;
  /** The attributes of the program that sent it. */
  readonly resource: Attributes;
}

export interface SpanEvent {
  readonly name: string;
  readonly attributes: Attributes;
}

export interface ReceivedSpans {
  readonly spans: readonly ReceivedSpan[];
  /** Why each of the others cannot be read. */
  readonly rejections: readonly AppError[];
}

const hex = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^[0-9a-f]{${String(digits)}}$`, 'i'), `must be ${String(digits)} hex digits`)
    .refine((id) => !/^0+$/.test(id), 'must not be all zero')
    .transform((id) => id.toLowerCase());

const nanoseconds = z
  .union([z.string().regex(/^\d{1,20}$/), z.int().nonnegative()], 'must be a number of nanoseconds')
  .nullish()
  .transform((nanos) => dateOf(nanos ?? 0));

const attributes = z
  .array(z.object({ key: z.string(), value: z.unknown() }))
  .max(MAX_ATTRIBUTES, `must be at most ${String(MAX_ATTRIBUTES)}`)
  .nullish();

const STATUSES = ['unset', 'ok', 'error'] as const;

const spanSchema = z.object({
  traceId: hex(32),
  spanId: hex(16),
  parentSpanId: z.union([hex(16), z.literal('')]).nullish(),
  name: z.string().nullish(),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  events: z
    .array(z.object({ name: z.string().nullish(), attributes }))
    .max(MAX_ATTRIBUTES)
    .nullish(),
  status: z.object({ code: z.int().nullish(), message: z.string().nullish() }).nullish(),
});

/** Reads every span of an `ExportTraceServiceRequest` in its JSON form. One that is invalid does not affect the others. */
export function* readSpans(resourceSpans: readonly unknown[]): Generator<undefined, ReceivedSpans> {
  const spans: ReceivedSpan[] = [];
  const rejections: AppError[] = [];
  for (const part of resourceSpans) {
    const { resource, scopeSpans } = isRecord(part) ? part : {};
    for (const scope of listOf(scopeSpans))
      for (const span of listOf(isRecord(scope) ? scope['spans'] : undefined)) {
        yield;
        try {
          spans.push(readSpan(span, resource));
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          rejections.push(error);
        }
      }
  }
  return { spans, rejections };
}

function readSpan(value: unknown, resource: unknown): ReceivedSpan {
  const span = parseInput(spanSchema, value, 'span');
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId === '' ? undefined : (span.parentSpanId ?? undefined),
    name: span.name ?? '',
    startedAt: span.startTimeUnixNano,
    endedAt: span.endTimeUnixNano,
    attributes: attributesOf(span.attributes),
    events: (span.events ?? []).map((event) => ({
      name: event.name ?? '',
      attributes: attributesOf(event.attributes),
    })),
    status: STATUSES[span.status?.code ?? 0] ?? 'unset',
    statusMessage: span.status?.message ?? '',
    resource: attributesOf(parseInput(resourceSchema, resource, 'resource')?.attributes),
  };
}

const resourceSchema = z.object({ attributes }).nullish();

function attributesOf(list: z.output<typeof attributes>): Attributes {
  try {
    return new Map((list ?? []).map(({ key, value }) => [key, plainValue(value)]));
  } catch (error) {
    if (error instanceof RangeError) throw validationError('attributes are nested too deeply', []);
    throw error;
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Zero means that the time is unknown. */
function dateOf(nanos: string | number): Date | undefined {
  const milliseconds = Number(BigInt(nanos) / 1_000_000n);
  return milliseconds === 0 ? undefined : new Date(milliseconds);
}
