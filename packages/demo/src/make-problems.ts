import type { Fault } from '@hub/store-simulator';
import { listAtRisk, problemOf, riskAddress, type AtRisk, type RiskSituation } from '@hub/desk/problems';
import { listedAt, type Demo, type DemoShop } from './demo';
import { eventually } from './eventually';
import { sellOne, untilPlaced } from './place-order';
import { LOCATION_ID } from './shop-plan';

/** A store that is down counts as unavailable after a minute of failed calls. */
const SHOWN_WITHIN_MS = 180_000;
const MORE_STOCK = 10;
/** Far more than the demonstration makes. */
const LISTED = 100;

interface DemoProblem {
  situation: RiskSituation;
  /** @returns the id of the order at the selling shop */
  make: (demo: Demo, shipper: DemoShop) => Promise<string>;
  /** What happened, for the person who watches. */
  text: (names: { seller: string; shipper: string }) => string;
}

/** The store that is down comes last: it ships nothing afterwards. */
const PROBLEMS: readonly DemoProblem[] = [
  {
    situation: 'not_shipped',
    make: async (demo) => (await untilPlaced(demo, await sellOne(demo))).orderId,
    text: ({ shipper }) => `${shipper} accepts an order and does not ship it.`,
  },
  {
    situation: 'tracking_owed',
    make: refuseTracking,
    text: ({ seller, shipper }) => `${shipper} ships, and ${seller} refuses the tracking (400).`,
  },
  {
    situation: 'refused',
    make: (demo, shipper) =>
      sellWith(demo, shipper, { kind: 'status', status: 422, code: 'invalid_request' }),
    text: ({ shipper }) => `${shipper} refuses a paid order (422).`,
  },
  {
    situation: 'disputed',
    make: (demo, shipper) => sellWith(demo, shipper, { kind: 'status', status: 409 }),
    text: ({ shipper }) => `${shipper} answers 409: it may or may not have the order.`,
  },
  {
    situation: 'store_away',
    async make(demo, shipper) {
      shipper.store.faults.add({ endpoint: '*', fault: { kind: 'drop', when: 'before' } });
      return (await sellOne(demo)).orderId;
    },
    text: ({ shipper }) => `The store of ${shipper} goes down while a paid order is on its way there.`,
  },
];

/**
 * `--trouble`: one order for each of five problems, until the desk lists each. Throws `CommandFailure` if one is not
 * listed in time.
 * @param desk the address of the support desk
 */
export async function makeProblems(demo: Demo, desk: string): Promise<void> {
  const { reporter, seller } = demo;
  const shipper = await raiseStock(demo);
  const names = { seller: seller.name, shipper: shipper.name };
  reporter.title('Now five things go wrong. The support desk shows each with its remedy');
  const made: { problem: DemoProblem; orderId: string }[] = [];
  for (const problem of PROBLEMS) {
    reporter.print(problem.text(names));
    made.push({ problem, orderId: await problem.make(demo, shipper) });
  }
  reporter.print('', 'Each of them at the desk (a store counts as down after a minute):');
  for (const { problem, orderId } of made) {
    const { situation } = problem;
    const definition = problemOf(situation);
    const risk = await eventually(
      `the desk lists order ${orderId} as ${situation}`,
      () => find(demo, { orderId, situation }),
      SHOWN_WITHIN_MS,
    );
    reporter.print(`1 ${definition.one}. ${definition.means}`);
    reporter.aside(`${desk}${riskAddress(risk)}`);
  }
}

/** @returns the shop that is nearest, with stock for all the orders */
async function raiseStock(demo: Demo): Promise<DemoShop> {
  const [shipper] = demo.shops;
  if (!shipper) throw new Error('the demonstration has no shops');
  const { variantId, stock } = listedAt(demo, shipper);
  await shipper.store.changeStock(variantId, LOCATION_ID, stock + MORE_STOCK).done;
  return shipper;
}

async function sellWith(demo: Demo, shipper: DemoShop, fault: Fault): Promise<string> {
  shipper.store.faults.add({ endpoint: 'POST /orders', times: 1, fault });
  const { orderId } = await sellOne(demo);
  await eventually(`${shipper.name} is asked to ship ${orderId}`, () =>
    shipper.store.faults.pending.length === 0 ? true : null,
  );
  return orderId;
}

async function refuseTracking(demo: Demo): Promise<string> {
  const fault = { kind: 'status', status: 400 } as const;
  const { shipper, shippingOrderId, orderId } = await untilPlaced(demo, await sellOne(demo));
  demo.seller.store.faults.add({ endpoint: 'PUT /orders/{order_id}/tracking', times: 1, fault });
  await shipper.store.ship(shippingOrderId).done;
  return orderId;
}

async function find(
  { db }: Demo,
  { orderId, situation }: { orderId: string; situation: RiskSituation },
): Promise<AtRisk | null> {
  const listed = await listAtRisk(db, { now: Date.now(), situations: [situation], limit: LISTED });
  return listed.find((risk) => risk.orderId === orderId) ?? null;
}
