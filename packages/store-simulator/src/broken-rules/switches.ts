import type { DeliveryHooks } from '../delivery/delivery-hooks';
import type { Answer } from '../answer';
import type { EndpointName } from '../faults/faults';
import type { ReceivedRequest } from '../received-request';
import type { Store } from '../state/store';
import type { BrokenRule, PassingCall } from './broken-rule';
import { BROKEN_RULES } from './broken-rules';

/**
 * The switches of one store: which rules it breaks. Each place of `BrokenRule` checks here; at first all rules are
 * kept.
 */
export class Switches {
  readonly #broken = new Map<string, BrokenRule>();

  /** @param ids the rules broken from the start; throws where no switch has one of them */
  constructor(ids: readonly string[] = []) {
    for (const id of ids) this.break(id);
  }

  /** Throws where no switch has the id. */
  break(id: string): void {
    const rule = BROKEN_RULES.find((one) => one.id === id);
    if (!rule) throw new Error(`there is no switch ${id}`);
    this.#broken.set(id, rule);
  }

  /** Every rule is kept again. */
  keepAll(): void {
    this.#broken.clear();
  }

  get broken(): string[] {
    return [...this.#broken.keys()];
  }

  request(request: ReceivedRequest): ReceivedRequest {
    return this.#at('request').reduce((changed, rule) => rule.request(changed), request);
  }

  /** Of several switches of one endpoint the first takes effect. */
  async call(passing: PassingCall, endpoint: EndpointName): Promise<Answer> {
    const rule = this.#at('call').find((one) => one.endpoint === endpoint);
    return rule ? rule.answer(passing) : passing.carryOut(passing.call);
  }

  answer(answer: Answer): Answer {
    return this.#at('answer').reduce((changed, rule) => rule.answer(changed), answer);
  }

  /** @param store whose events they are */
  deliveryHooks(store: Store): DeliveryHooks {
    return {
      envelope: (envelope) =>
        this.#at('event')
          .filter(({ event }) => event === envelope['event'] || event === '*')
          .reduce((changed, rule) => rule.envelope(changed, store), envelope),
      signed: (signed, facts) =>
        this.#at('attempt').reduce((changed, rule) => rule.signed(changed, facts), signed),
      state: (state, attempt) =>
        this.#at('delivery').reduce((changed, rule) => rule.state(changed, attempt), state),
    };
  }

  #at<Place extends BrokenRule['place']>(place: Place): Extract<BrokenRule, { place: Place }>[] {
    const isHere = (rule: BrokenRule): rule is Extract<BrokenRule, { place: Place }> => rule.place === place;
    return [...this.#broken.values()].filter(isHere);
  }
}
