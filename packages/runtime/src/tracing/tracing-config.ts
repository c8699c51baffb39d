import { z } from 'zod';
import { readConfig } from '../read-config';
import { variable } from '../variable-facts';

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const;
/** Null: from the argument. */
const RATIOS = { always_on: 1, always_off: 0, traceidratio: null } as const;

/**
 * The standard variables of OpenTelemetry that are evaluated here; the exporter reads further ones itself (headers,
 * time limit, certificates).
 */
const TracingVariables = z.object({
  OTEL_SDK_DISABLED: variable(
    'Turns tracing off, even if an endpoint is set.',
    z
      .stringbool({ truthy: ['true'], falsy: ['false'] })
      .describe('true or false')
      .default(false),
  ),
  OTEL_TRACES_EXPORTER: variable(
    'Whether traces are sent. If it is not set: if an endpoint is.',
    z.enum(['otlp', 'none']).describe('otlp or none').optional(),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable('The OpenTelemetry collector.', endpoint()),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: variable('The same for traces alone.', endpoint()),
  OTEL_EXPORTER_OTLP_PROTOCOL: variable('The only protocol that is supported.', protocol()),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: variable('The same for traces alone.', protocol()),
  OTEL_TRACES_SAMPLER: variable(
    'Which traces are sent.',
    z
      .string()
      .transform((name) => name.replace(/^parentbased_/, ''))
      .pipe(z.enum(SAMPLERS))
      .describe('always_on, always_off or traceidratio, with or without parentbased_ before it')
      .default('always_on'),
  ),
  OTEL_TRACES_SAMPLER_ARG: variable(
    'The share of traces that `traceidratio` sends.',
    z
      .string()
      .regex(/^\d(\.\d{1,9})?$/)
      .transform(Number)
      .pipe(z.number().max(1))
      .describe('a number from 0 to 1')
      .default(1),
  ),
  OTEL_BSP_SCHEDULE_DELAY: variable(
    'How long spans are collected before they are sent.',
    wholeNumber('milliseconds, a whole number').default(5_000),
  ),
  OTEL_BSP_MAX_QUEUE_SIZE: variable(
    'The most spans that wait to be sent; more are dropped.',
    wholeNumber('a whole number').pipe(z.number().min(1)).default(2_048),
  ),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: variable(
    'The most spans that are sent together.',
    wholeNumber('a whole number').pipe(z.number().min(1)).default(512),
  ),
});

/** How spans leave the process. */
export interface TracingConfig {
  /** The sampled share of traces, 0 to 1; each process decides alike, by the trace's id. */
  ratio: number;
  delayMs: number;
  queueSize: number;
  batchSize: number;
}

/** @returns null: no traces are configured. Throws `ConfigError`. */
export const readTracingConfig = Object.assign(readTracing, { variables: TracingVariables.shape });

function readTracing(env: Readonly<Record<string, string | undefined>> = process.env): TracingConfig | null {
  const read = readConfig(TracingVariables, env);
  const isAsked =
    read.OTEL_TRACES_EXPORTER === 'otlp' ||
    read.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined ||
    read.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== undefined;
  if (!isAsked || read.OTEL_SDK_DISABLED || read.OTEL_TRACES_EXPORTER === 'none') return null;
  return {
    ratio: RATIOS[read.OTEL_TRACES_SAMPLER] ?? read.OTEL_TRACES_SAMPLER_ARG,
    delayMs: read.OTEL_BSP_SCHEDULE_DELAY,
    queueSize: read.OTEL_BSP_MAX_QUEUE_SIZE,
    batchSize: Math.min(read.OTEL_BSP_MAX_EXPORT_BATCH_SIZE, read.OTEL_BSP_MAX_QUEUE_SIZE),
  };
}

function endpoint() {
  return z
    .url({ protocol: /^https?$/ })
    .describe('https:// or http:// URL')
    .optional();
}

function protocol() {
  return z.literal('http/protobuf').describe('http/protobuf').optional();
}

function wholeNumber(expected: string) {
  return z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .describe(expected);
}
