import type { EventName } from '@hub/contract';

import type { DeliveryHooks } from '../delivery/delivery-hooks';
import type { Answer } from '../endpoints/answer';
import type { Call } from '../endpoints/endpoint';
import type { EndpointName } from '../faults/faults';
import type { CredentialCheck } from '../http/check-credentials';
import type { Store } from '../state/store';
import type { Fields } from './fields';

/** A call on its way through a switch. */
export interface PassingCall {
  store: Store;
  call: Call;
  /** Carries a call out as the contract has it: this one, or one made of it. */
  carryOut: (call: Call) => Answer;
}

/** The one place where a switch takes effect. */
type Effect =
  /** `serveEndpoint`, before a call is let in: what is compared with what. */
  | { place: 'credentials'; check: (check: CredentialCheck) => CredentialCheck }
  /** `serveEndpoint`, once it is let in: around the carrying out of a call. */
  | { place: 'call'; endpoint: EndpointName; answer: (passing: PassingCall) => Answer | Promise<Answer> }
  /** `serveEndpoint`, at the very end: the answer to be written, a refusal too. */
  | { place: 'answer'; answer: (answer: Answer) => Answer }
  /** `EventSender`: the envelope, before its bytes are fixed. */
  | { place: 'event'; event: EventName | '*'; envelope: (envelope: Fields, store: Store) => Fields }
  /** `EventSender`, at each attempt: the bytes and their signature. */
  | { place: 'attempt'; signed: DeliveryHooks['signed'] }
  /** `EventSender`, after each attempt: whether the delivery goes on. */
  | { place: 'delivery'; state: DeliveryHooks['state'] };

/** A rule of the contract that a store keeps until its switch breaks it. */
export type BrokenRule = {
  id: string;
  /** The rule, in words. */
  rule: string;
} & Effect;
