import type { Logger } from '@hub/runtime';
import { growingWait } from './growing-wait';
import type { PublisherState } from './publisher';

/**
 * How long to wait for overdue confirms before the connection is replaced; longer after each replacement that did not
 * help.
 */
const PATIENCE = { firstMs: 60_000, longestMs: 600_000 };

/**
 * Watches for overdue confirms, reports them once, and has the connection replaced if they do not come at all. In an
 * alarm they come when it ends.
 */
export class StallWatch {
  private timer: NodeJS.Timeout | undefined;
  private replaced = 0;

  constructor(
    private readonly logger: Logger,
    private readonly replace: () => void,
  ) {}

  /** Called at every change. */
  look(state: PublisherState): void {
    if (state === 'stalled') return this.begin();
    const began = this.timer !== undefined;
    clearTimeout(this.timer);
    this.timer = undefined;
    if (state !== 'usable') return;
    this.replaced = 0;
    if (began) this.logger.info('broker confirms again');
  }

  private begin(): void {
    if (this.timer) return;
    this.logger.warn('broker confirms late: publishing is paused');
    this.timer = setTimeout(
      () => {
        this.replaced += 1;
        this.logger.warn('broker does not confirm: replacing the connection');
        this.replace();
      },
      growingWait(this.replaced + 1, PATIENCE),
    );
    this.timer.unref();
  }
}
