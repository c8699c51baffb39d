/** A lab run or a bulk run that could not be advanced, so that it can be retried later and does not block the others. */
export class RunFailed extends Error {
  override readonly name = 'RunFailed';
  constructor(
    readonly runId: string,
    cause: unknown,
  ) {
    super(`run ${runId} could not be taken further`, { cause });
  }
}

/** Delay before a run whose batch failed is retried. */
export const AGAIN_AFTER_MS = 60_000;
