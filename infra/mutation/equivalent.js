/** Changes that alter nothing that can be noticed, each with its reason: no test is missing for them. */
const EQUIVALENT = [
  {
    file: 'orders/src/money/exact.ts',
    line: "const [numerator = '', denominator] = text.split('/');",
    to: '"Stryker was here!"',
    why: 'the first part of a split text is never missing; the default is for the compiler',
  },
  {
    file: 'orders/src/money/exact.ts',
    line: 'return value.s < 0n ? `-${text}` : text;',
    to: 'value.s <= 0n',
    why: 'the sign of 0 is 1',
  },
  {
    file: 'stock/src/consume-reservations.ts',
    line: 'return endsWithNextReport && (shippedAt === null || changedAtNs >= shippedAt);',
    to: 'false',
    why: 'compared with a time, null is 0, which no time is before',
  },
  {
    file: 'orders/src/routing/decide-shown.ts',
    line: 'if (consumerVat === null || splitRate === null || missingRate(facts, line) !== null) return [];',
    to: 'false',
    why: '`missingRate` names each of the two: they are compared for the compiler',
  },
  {
    file: 'orders/src/routing/decide-shown.ts',
    line: 'if (consumerVat === null || splitRate === null || missingRate(facts, line) !== null) return [];',
    to: 'consumerVat === null && splitRate === null',
    why: '`missingRate` names each of the two: they are compared for the compiler',
  },
  {
    file: 'orders/src/routing/decide-shown.ts',
    line: 'consumerVat === null ? new Map<string, LineCalculation>() : priceWithRates(order, rates, consumerVat);',
    to: 'false',
    why: 'without the VAT of the destination no line has rates, and none is priced',
  },
  {
    file: 'orders/src/routing/decide-order.ts',
    line: 'if (rates.size === 0) return new Map();',
    to: 'false',
    why: 'without rates no line is priced: it spares the allocation of the shipping',
  },
  {
    file: 'orders/src/routing/decide-order.ts',
    line: 'if (!chosen || gtin === null) return null;',
    to: 'false',
    why: 'a line that is not linked has no shop: the second is compared for the compiler',
  },
  {
    file: 'orders/src/routing/decide-order.ts',
    line: 'if (!candidate || candidate.variant.splitRate === null) return null;',
    to: 'false',
    why: 'a chosen shop is a candidate with a rate: compared for the compiler',
  },
  {
    file: 'orders/src/routing/decide-order.ts',
    line: 'if (!candidate || candidate.variant.splitRate === null) return null;',
    to: '!candidate && candidate.variant.splitRate === null',
    why: 'a chosen shop is a candidate with a rate: compared for the compiler',
  },
  {
    file: 'orders/src/routing/decide-order.ts',
    line: "const shipping = { paid: order.shippingCost, net, share: shares.get(lineItemId) ?? '0' };",
    to: '""',
    why: 'the shipping is allocated over all lines: each has a share',
  },
  {
    file: 'desk/src/cases/decide-cases.ts',
    line: 'else if (first) opened.push({ cause: first.cause, key, items });',
    to: 'true',
    why: 'a group has an item: compared for the compiler',
  },
  {
    file: 'desk/src/cases/decide-cases.ts',
    line: 'if (!first) continue;',
    to: 'false',
    why: 'a group has an item: compared for the compiler',
  },
  {
    file: 'desk/src/cases/decide-cases.ts',
    line: 'const [first] = target ?? [];',
    to: '["Stryker was here"]',
    why: 'a case that leaves has items that moved: the default is for the compiler',
  },
  {
    file: 'desk/src/cases/decide-cases.ts',
    line: '.toSorted((a, b) => +a.openedAt - +b.openedAt || (a.id < b.id ? -1 : 1));',
    to: 'a.id <= b.id',
    why: 'no two cases have one id',
  },
];

module.exports = { EQUIVALENT };
