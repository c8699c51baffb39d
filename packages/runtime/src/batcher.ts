import { setTimeout as wait } from 'node:timers/promises';

/**
 * Gathers what arrives during a batch and hands it on together: a single item never waits, under load one transaction
 * serves many. If nothing waits for the result, batches may be held `everyMs` apart, which makes them fewer and larger;
 * a full one goes at once.
 */
export class Batcher<In, Out> {
  private queue: { item: In; resolve: (out: Out) => void; reject: (error: unknown) => void }[] = [];
  private busy = false;
  private begunAt = -Infinity;

  constructor(
    private readonly maxBatch: number,
    private readonly work: (items: In[]) => Promise<Out[]>,
    private readonly everyMs = 0,
  ) {}

  add(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.queue.push({ item, resolve, reject });
      if (!this.busy) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.busy = true;
    // Deliveries of one socket read arrive in the same turn: let them all arrive first.
    await Promise.resolve();
    while (this.queue.length > 0) {
      await this.untilDue();
      const batch = this.queue.splice(0, this.maxBatch);
      await this.runBatch(batch);
    }
    this.busy = false;
  }

  private async untilDue(): Promise<void> {
    const dueIn = this.begunAt + this.everyMs - performance.now();
    if (dueIn > 0 && this.queue.length < this.maxBatch) await wait(dueIn);
    this.begunAt = performance.now();
  }

  private async runBatch(batch: typeof this.queue): Promise<void> {
    try {
      const results = await this.work(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result === undefined) reject(new Error('the batch gave no result for an item'));
        else resolve(result);
      });
    } catch (error) {
      batch.forEach(({ reject }) => reject(error));
    }
  }
}
