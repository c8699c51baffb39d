import type { EventName } from '@hub/contract';

import type { DeliveryHooks } from '../delivery/delivery-hooks';
import type { Answer } from '../answer';
import type { EndpointName } from '../faults/faults';
import type { Call } from '../call';
import type { ReceivedRequest } from '../received-request';
import type { Store } from '../state/store';
import type { Fields } from './fields';

/** A call that passes through a switch. */
export interface PassingCall {
  store: Store;
  call: Call;
  /** Carries out a call as the contract says: this one, or one derived from it. */
  carryOut: (call: Call) => Promise<Answer>;
}

/** The one place where a switch takes effect. */
type Effect =
  /** `serveEndpoint`, before a call is let in: what the kit receives as the request. */
  | { place: 'request'; request: (request: ReceivedRequest) => ReceivedRequest }
  /** `aroundCalls`, once the kit has let it in: around the execution of a call. */
  | { place: 'call'; endpoint: EndpointName; answer: (passing: PassingCall) => Answer | Promise<Answer> }
  /** `serveEndpoint`, at the very end: the answer to write, including a refusal. */
  | { place: 'answer'; answer: (answer: Answer) => Answer }
  /** `Outbox`: the envelope, before its bytes are fixed. */
  | { place: 'event'; event: EventName | '*'; envelope: (envelope: Fields, store: Store) => Fields }
  /** `StorePost`, at each attempt: the bytes and their signature. */
  | { place: 'attempt'; signed: DeliveryHooks['signed'] }
  /** `StorePost`, after each attempt: whether the delivery continues. */
  | { place: 'delivery'; state: DeliveryHooks['state'] };

/** A rule of the contract that a store keeps until its switch breaks it. */
export type BrokenRule = {
  id: string;
  /** The rule, as text. */
  rule: string;
} & Effect;
