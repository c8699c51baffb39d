import type { EventName } from '@hub/contract';

import type { DeliveryHooks } from '../delivery/delivery-hooks';
import type { Answer } from '../http/answer';
import type { EndpointName } from '../faults/faults';
import type { Call } from '../http/call';
import type { ReceivedRequest } from '../http/received-request';
import type { Store } from '../state/store';
import type { Fields } from './fields';

/** A call on its way through a switch. */
export interface PassingCall {
  store: Store;
  call: Call;
  /** Carries a call out as the contract has it: this one, or one made of it. */
  carryOut: (call: Call) => Promise<Answer>;
}

/** The one place where a switch takes effect. */
type Effect =
  /** `serveEndpoint`, before a call is let in: what the kit is given as having come. */
  | { place: 'request'; request: (request: ReceivedRequest) => ReceivedRequest }
  /** `aroundCalls`, once the kit has let it in: around the carrying out of a call. */
  | { place: 'call'; endpoint: EndpointName; answer: (passing: PassingCall) => Answer | Promise<Answer> }
  /** `serveEndpoint`, at the very end: the answer to be written, a refusal too. */
  | { place: 'answer'; answer: (answer: Answer) => Answer }
  /** `Outbox`: the envelope, before its bytes are fixed. */
  | { place: 'event'; event: EventName | '*'; envelope: (envelope: Fields, store: Store) => Fields }
  /** `StorePost`, at each attempt: the bytes and their signature. */
  | { place: 'attempt'; signed: DeliveryHooks['signed'] }
  /** `StorePost`, after each attempt: whether the delivery goes on. */
  | { place: 'delivery'; state: DeliveryHooks['state'] };

/** A rule of the contract that a store keeps until its switch breaks it. */
export type BrokenRule = {
  id: string;
  /** The rule, in words. */
  rule: string;
} & Effect;
