import type { CatalogueRun } from './catalogue/read-catalogue';
import type { Answer } from './http/exchange';
import type { SoldOrder } from './people';

/** What the checks of one run know from each other. */
export class RunState {
  /** The first reading of the catalogue. */
  catalogue: CatalogueRun | null = null;
  secondCatalogue: CatalogueRun | null = null;
  /** An order that the store's people have sold, for tracking and returns. */
  ownOrder: SoldOrder | null = null;
  /** Shipping orders to be stopped when the run ends: the store's id by the service's reference. */
  readonly open = new Map<string, string>();
  /** Variants whose network quantity the run has written, to be set back to 0 when it ends. */
  readonly written = new Set<string>();
  /** Answers that asked for patience. */
  readonly rateLimited: Extract<Answer, { kind: 'answered' }>[] = [];

  /** Every answer of the store passes here. */
  see(answer: Answer): void {
    if (answer.kind === 'answered' && answer.status === 429) this.rateLimited.push(answer);
  }
}
