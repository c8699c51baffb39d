import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import protobuf from 'protobufjs';
import { z } from 'zod';

/** What of OTLP's traces is looked at here: numbers and names of fields are those of its public definition. */
const OTLP = `
syntax = "proto3";
message Request { repeated ResourceSpans resource_spans = 1; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
message Resource { repeated KeyValue attributes = 1; }
message ScopeSpans { repeated Span spans = 2; }
message KeyValue { string key = 1; AnyValue value = 2; }
message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
message Event { fixed64 time_unix_nano = 1; string name = 2; repeated KeyValue attributes = 3; }
message Link { bytes trace_id = 1; bytes span_id = 2; }
message Status { string message = 2; int32 code = 3; }
message Span {
  bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
  fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8; repeated KeyValue attributes = 9;
  repeated Event events = 11; repeated Link links = 13; Status status = 15;
}`;

const Hex = z.instanceof(Uint8Array).transform((bytes) => Buffer.from(bytes).toString('hex'));
const Pairs = z
  .array(
    z.object({
      key: z.string(),
      value: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
  )
  .default([])
  .transform((pairs) => Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]])));
const Span = z.object({
  traceId: Hex,
  spanId: Hex,
  parentSpanId: Hex.optional(),
  name: z.string(),
  kind: z.int(),
  attributes: Pairs,
  events: z.array(z.object({ name: z.string(), attributes: Pairs })).default([]),
  links: z.array(z.object({ traceId: Hex, spanId: Hex })).default([]),
  status: z.object({ code: z.int().optional() }).optional(),
});
const Request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Pairs }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
});

/** A span as a collector got it, with the service that sent it. */
export type ReceivedSpan = z.output<typeof Span> & { service: unknown };

/** A collector that keeps what it gets. */
export class TraceReceiver {
  readonly spans: ReceivedSpan[] = [];
  private readonly request = protobuf.parse(OTLP, { keepCase: false }).root.lookupType('Request');

  private constructor(private readonly server: Server) {}

  static async open(): Promise<TraceReceiver> {
    const server = createServer();
    const receiver = new TraceReceiver(server);
    server.on('request', (request, response) => {
      void buffer(request).then((body) => {
        receiver.take(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body);
        response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  get endpoint(): string {
    const { port } = AddressOf.parse(this.server.address());
    return `http://127.0.0.1:${port}`;
  }

  of(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(body: Uint8Array): void {
    const message = this.request.toObject(this.request.decode(body), { longs: Number });
    for (const { resource, scopeSpans } of Request.parse(message).resourceSpans)
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({ ...span, service: resource.attributes['service.name'] });
  }
}

const AddressOf = z.custom<AddressInfo>(
  (value) => typeof value === 'object' && value !== null && 'port' in value,
);
