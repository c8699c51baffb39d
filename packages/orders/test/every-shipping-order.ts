import { SELLER_ORDER_STATES } from '../src/states/order-states';
import { SHIPPING_ORDER_STATES, type ShippingOrderFacts } from '../src/states/shipping-order-states';

const EITHER = [false, true];

/** The states of a table, by name. */
export function statesOf<State extends string>(table: Record<State, unknown>): State[] {
  return Object.keys(table).filter((name): name is State => name in table);
}

/** Every combination of a transition's conditions. */
export function everyShippingOrder(): ShippingOrderFacts[] {
  let all: ShippingOrderFacts[] = statesOf(SHIPPING_ORDER_STATES).map((state) => ({
    state,
    orderState: 'accepted',
    underWay: false,
    stopRequested: false,
    stopSettled: false,
    holdsItsLines: false,
    hasPackage: false,
    gaveUp: false,
    shopIs: 'callable',
  }));
  const vary = (variants: (facts: ShippingOrderFacts) => ShippingOrderFacts[]) => {
    all = all.flatMap(variants);
  };
  vary((facts) => statesOf(SELLER_ORDER_STATES).map((orderState) => ({ ...facts, orderState })));
  vary((facts) => EITHER.map((underWay) => ({ ...facts, underWay })));
  vary((facts) => EITHER.map((stopRequested) => ({ ...facts, stopRequested })));
  vary((facts) => EITHER.map((stopSettled) => ({ ...facts, stopSettled })));
  vary((facts) => EITHER.map((holdsItsLines) => ({ ...facts, holdsItsLines })));
  vary((facts) => EITHER.map((hasPackage) => ({ ...facts, hasPackage })));
  vary((facts) => EITHER.map((gaveUp) => ({ ...facts, gaveUp })));
  vary((facts) =>
    (['callable', 'suspended', 'switched_off'] as const).map((shopIs) => ({ ...facts, shopIs })),
  );
  return all;
}
