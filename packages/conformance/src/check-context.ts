import type { EvidenceLog } from './evidence';
import type { StoreCaller } from './http/store-caller';
import type { People } from './people';
import type { RunState } from './run-state';
import type { Target } from './target';

/** What a check works with. Every call it makes and every word of the people is its evidence. */
export interface CheckContext {
  readonly target: Target;
  readonly store: StoreCaller;
  readonly people: People;
  readonly run: RunState;
  readonly evidence: EvidenceLog;
}
