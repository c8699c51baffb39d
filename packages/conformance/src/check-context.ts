import type { EvidenceLog } from './http/evidence';
import type { StoreCaller } from './http/store-caller';
import type { Inbox } from './inbound/inbox';
import type { People } from './people';
import type { RunState } from './run-state';
import type { Target } from './target';

/** What a check works with. Every call it makes and every answer of the staff is its evidence. */
export interface CheckContext {
  readonly target: Target;
  readonly store: StoreCaller;
  readonly people: People;
  /** What the store sends; null where the rehearsal has no address for events. */
  readonly inbox: Inbox | null;
  readonly run: RunState<CheckContext>;
  readonly evidence: EvidenceLog;
  /** Whether the run is ending: no one is prompted any more. */
  readonly isEnding: boolean;
}
