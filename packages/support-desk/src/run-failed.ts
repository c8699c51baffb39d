/** A run of the lab, or a bulk run, that could not be taken further: so that it can be put off, and stands in no other's way. */
export class RunFailed extends Error {
  override readonly name = 'RunFailed';
  constructor(
    readonly runId: string,
    cause: unknown,
  ) {
    super(`run ${runId} could not be taken further`, { cause });
  }
}

/** A run whose batch failed is tried again after so long. */
export const AGAIN_AFTER_MS = 60_000;
