interface Waiting<In, Out> {
  item: In;
  resolve: (out: Out) => void;
  reject: (error: unknown) => void;
}

/** Handles what has arrived together, up to a number at a time. */
export class FloorBatches<In, Out> {
  private waiting: Waiting<In, Out>[] = [];
  private busy = 0;

  constructor(
    private readonly size: { most: number; slots: number },
    private readonly work: (items: In[]) => Promise<Out[]>,
  ) {}

  add(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      setImmediate(() => this.next());
    });
  }

  private next(): void {
    while (this.busy < this.size.slots && this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.size.most);
      this.busy += 1;
      void this.run(batch).finally(() => {
        this.busy -= 1;
        this.next();
      });
    }
  }

  private async run(batch: Waiting<In, Out>[]): Promise<void> {
    try {
      const results = await this.work(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result === undefined) reject(new Error('no result'));
        else resolve(result);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
