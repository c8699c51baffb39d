import { execFile } from 'node:child_process';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';

const AWAY = 'http://127.0.0.1:9';
const BUILT = join(__dirname, '..', '..', 'dist');

/** A separate process, as built: the exporter loads its transport in a way that jest's modules do not support. */
const PROGRAM = `
  const { OtlpSpans } = require(process.argv[1] + '/tracing/otlp-spans.js');
  const { metrics } = require(process.argv[1] + '/metrics.js');
  const { count, ...config } = JSON.parse(process.argv[2]);
  const spans = new OtlpSpans('test', config);
  const [kind, parentId, startedAt, endedAt, attributes] = ['server', null, 1, 2, {}];
  for (let n = 0; n < count; n += 1)
    spans.record({ name: 'order.created', correlation: 'C-' + n, kind, parentId, startedAt, endedAt, attributes });
  spans.stop().catch(() => undefined).then(async () => {
    const { values } = await metrics.getSingleMetric('hub_trace_spans_dropped_total').get();
    console.log(JSON.stringify(Object.fromEntries(values.map(({ labels, value }) => [labels.reason, value]))));
  });`;

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

async function collector(answer: RequestListener): Promise<string> {
  const opened = createServer((request, response) => {
    request.resume();
    request.on('end', () => answer(request, response));
  });
  server = opened;
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  const address = opened.address();
  return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
}

/** @returns spans that were dropped, by reason */
async function droppedOf(count: number, endpoint: string, config: object = {}): Promise<unknown> {
  const given = {
    ratio: 1,
    delayMs: 20,
    queueSize: 100,
    batchSize: 50,
    count,
    ...config,
  };
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_TIMEOUT: '300' };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['-e', PROGRAM, BUILT, JSON.stringify(given)],
    { env },
  );
  return JSON.parse(stdout);
}

describe('a collector costs the hub nothing but counted spans', () => {
  it('that accepts them gets them all, and none is dropped', async () => {
    const paths: (string | undefined)[] = [];
    const endpoint = await collector((request, response) => {
      paths.push(request.url);
      response.writeHead(200).end();
    });
    expect(await droppedOf(40, endpoint)).toEqual({});
    expect(new Set(paths)).toEqual(new Set(['/v1/traces']));
  });

  it.each<[string, () => Promise<string>]>([
    ['is away', async () => AWAY],
    ['refuses them', () => collector((_request, response) => void response.writeHead(400).end())],
    ['never answers', () => collector(() => undefined)],
  ])('that %s has each span counted, and nothing thrown', async (_, open) => {
    expect(await droppedOf(40, await open())).toEqual({ export_failed: 40 });
  });

  it('slower than the traffic leaves no more than the queue holds waiting for it', async () => {
    expect(await droppedOf(250, AWAY, { delayMs: 60_000 })).toEqual({ export_failed: 100, queue_full: 150 });
  });
});
