import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { counter } from '../metrics';
import { endedSpan, type SpanSource } from './ended-span';
import type { SpanFacts } from './span-facts';
import type { TracingConfig } from './tracing-config';

const dropped = counter({
  name: 'hub_trace_spans_dropped_total',
  help: 'Spans that no collector got: the queue was full, or sending failed.',
  labelNames: ['reason'],
});

/** What is used of the library's exporter. */
export interface Exporter {
  export(spans: ReadableSpan[], done: (result: { error?: Error }) => void): void;
  shutdown(): Promise<void>;
}

/**
 * Ended work between its end and its collector: as much as the queue holds, and what is lost is counted. Spans are made
 * of it only when they are sent, a batch at once. One by one amid other work they cost more than twice as much
 * (bench/README.md, `traces`). The library's processor takes finished spans, and is therefore not used.
 */
export class SpanQueue {
  private readonly waiting: SpanFacts[] = [];
  private inFlight = 0;
  private sending: Promise<void> | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly exporter: Exporter,
    private readonly source: SpanSource,
    private readonly config: Pick<TracingConfig, 'batchSize' | 'delayMs' | 'queueSize'>,
  ) {}

  /** Never throws, never waits. */
  add(facts: SpanFacts): void {
    const { batchSize, queueSize } = this.config;
    if (this.waiting.length + this.inFlight >= queueSize) return dropped.inc({ reason: 'queue_full' });
    this.waiting.push(facts);
    if (this.waiting.length >= batchSize) this.send();
    else this.sendLater();
  }

  /** Sends what is left. Nothing may be added any more. */
  async stop(): Promise<void> {
    await this.sending;
    clearTimeout(this.timer);
    while (this.waiting.length > 0) await this.sendBatch();
    await this.exporter.shutdown();
  }

  private sendLater(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.send();
    }, this.config.delayMs).unref();
  }

  /** A batch, and while they are full the next ones, one after the other. */
  private send(): void {
    if (this.sending !== null || this.waiting.length === 0) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.sending = this.sendBatches().then(() => {
      this.sending = null;
      if (this.waiting.length > 0) this.sendLater();
    });
  }

  private async sendBatches(): Promise<void> {
    do await this.sendBatch();
    while (this.waiting.length >= this.config.batchSize);
  }

  private async sendBatch(): Promise<void> {
    const batch = this.waiting.splice(0, this.config.batchSize);
    this.inFlight = batch.length;
    if (!(await this.isSent(batch))) dropped.inc({ reason: 'export_failed' }, batch.length);
    this.inFlight = 0;
  }

  private async isSent(batch: readonly SpanFacts[]): Promise<boolean> {
    try {
      const spans = batch.map((facts) => endedSpan(facts, this.source));
      const { error } = await new Promise<{ error?: Error }>((done) => this.exporter.export(spans, done));
      return error === undefined;
    } catch {
      // The exporter throws what it cannot serialize; it is counted like what it could not send.
      return false;
    }
  }
}
