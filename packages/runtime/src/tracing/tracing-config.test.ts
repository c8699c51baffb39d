import { describe, expect, it } from '@jest/globals';
import { readTracingConfig } from './tracing-config';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

describe('the standard variables configure traces', () => {
  it.each([
    ['nothing', {}],
    ['a service name alone', { OTEL_SERVICE_NAME: 'shop' }],
    ['OTEL_TRACES_EXPORTER=none', { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }],
    ['OTEL_SDK_DISABLED=true', { ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }],
  ])('%s configures none', (_, env) => {
    expect(readTracingConfig(env)).toBeNull();
  });

  it('an endpoint, or the exporter by name, configures all of them', () => {
    const all = { ratio: 1, delayMs: 5_000, queueSize: 2_048, batchSize: 512 };
    expect(readTracingConfig(ENDPOINT)).toEqual(all);
    expect(readTracingConfig({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://c/v1/traces' })).toEqual(all);
    expect(readTracingConfig({ OTEL_TRACES_EXPORTER: 'otlp' })).toEqual(all);
  });

  it('a part of them is sampled by the trace’s id, alike in all services', () => {
    const sampled = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' };
    expect(readTracingConfig({ ...ENDPOINT, ...sampled })).toMatchObject({
      ratio: 0.1,
    });
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '7.5'],
    ['OTEL_BSP_MAX_QUEUE_SIZE', '-3'],
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
  ])('%s=%s is reported by its name, never its value', (name, value) => {
    const read = () => readTracingConfig({ ...ENDPOINT, [name]: value });
    expect(read).toThrow(`${name}: must be: `);
    expect(read).toThrow(expect.objectContaining({ message: expect.not.stringContaining(value) }));
  });
});
