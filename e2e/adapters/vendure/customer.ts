import { z } from 'zod';
import { REFUSAL, ShopSession } from './graphql';

export interface BoughtOrder {
  orderId: string;
  code: string;
  lines: { lineItemId: string; variantId: string; quantity: number }[];
}

const Methods = z.object({
  eligibleShippingMethods: z.array(z.object({ id: z.string(), code: z.string() })),
});
const Paid = z.object({
  addPaymentToOrder: z.object({
    id: z.string(),
    code: z.string(),
    lines: z.array(
      z.object({ id: z.string(), quantity: z.number(), productVariant: z.object({ id: z.string() }) }),
    ),
  }),
});

const ADD = `mutation ($id: ID!, $quantity: Int!) { addItemToOrder(productVariantId: $id, quantity: $quantity) { __typename ${REFUSAL} } }`;
const COUPON = `mutation ($code: String!) { applyCouponCode(couponCode: $code) { __typename ${REFUSAL} } }`;
const CUSTOMER = `mutation ($input: CreateCustomerInput!) { setCustomerForOrder(input: $input) { __typename ${REFUSAL} } }`;
const ADDRESS = `mutation ($input: CreateAddressInput!) { setOrderShippingAddress(input: $input) { __typename ${REFUSAL} } }`;
const METHOD = `mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { __typename ${REFUSAL} } }`;
const ARRANGE = `mutation { transitionOrderToState(state: "ArrangingPayment") { __typename ${REFUSAL} } }`;
const PAY = `mutation { addPaymentToOrder(input: { method: "card-test", metadata: {} }) {
  ... on Order { id code lines { id quantity productVariant { id } } } ${REFUSAL} } }`;

const ASTRID = { firstName: 'Astrid', lastName: 'Holm', emailAddress: 'astrid@customer.example' };
const NYHAVN = {
  fullName: 'Astrid Holm',
  streetLine1: 'Nyhavn 17',
  city: 'København',
  postalCode: '1051',
  countryCode: 'DK',
};

/** A customer buys and pays, through the shop's own Shop API. */
export async function buy(
  shopUrl: string,
  requested: readonly { variantId: string; quantity: number }[],
  { couponCode, runCode }: { couponCode?: string | undefined; runCode?: string } = {},
): Promise<BoughtOrder> {
  const session = new ShopSession(`${shopUrl}/shop-api`);
  for (const { variantId, quantity } of requested) await session.run(ADD, { id: variantId, quantity });
  if (couponCode !== undefined) await session.run(COUPON, { code: couponCode });
  await session.run(CUSTOMER, { input: ASTRID });
  const address = { ...NYHAVN, ...(runCode !== undefined && { streetLine2: runCode }) };
  await session.run(ADDRESS, { input: address });
  const { eligibleShippingMethods } = await session.ask(Methods, '{ eligibleShippingMethods { id code } }');
  if (eligibleShippingMethods.some(({ code }) => code === 'hub-network'))
    throw new Error("the customer is offered the network's own shipping");
  await session.run(METHOD, { id: eligibleShippingMethods.slice(0, 1).map(({ id }) => id) });
  await session.run(ARRANGE);
  const { id, code, lines } = (await session.ask(Paid, PAY)).addPaymentToOrder;
  return {
    orderId: id,
    code,
    lines: lines.map((line) => ({
      lineItemId: line.id,
      variantId: line.productVariant.id,
      quantity: line.quantity,
    })),
  };
}
