/**
 * Gathers what arrives while a batch is under way and hands it on together: alone an item is never kept waiting, under
 * load one transaction serves many.
 */
export class Batcher<In, Out> {
  private queue: { item: In; resolve: (out: Out) => void; reject: (error: unknown) => void }[] = [];
  private busy = false;

  constructor(
    private readonly maxBatch: number,
    private readonly work: (items: In[]) => Promise<Out[]>,
  ) {}

  add(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.queue.push({ item, resolve, reject });
      if (!this.busy) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.busy = true;
    // Deliveries of one socket read arrive in the same turn: let them all come in first.
    await Promise.resolve();
    while (this.queue.length > 0) {
      const batch = this.queue.splice(0, this.maxBatch);
      await this.runBatch(batch);
    }
    this.busy = false;
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
