import type { FoundStanding, ShippingFacts, StandingFacts } from './standing-facts';

/** Packages of which the selling shop does not know yet. */
export function trackingStandings(order: StandingFacts, { packages }: ShippingFacts): FoundStanding[] {
  const shop = { shop: order.shop, shopName: order.shopName };
  return packages
    .filter(({ tracking }) => tracking !== 'done')
    .map(({ packageId, createdAt, tracking }) => ({
      says:
        tracking === 'failed'
          ? `${order.shopName} was not notified of package ${packageId}`
          : `Notifying ${order.shopName} of package ${packageId}`,
      with: tracking === 'failed' ? 'support' : 'hub',
      shop,
      since: { what: 'reported', at: createdAt },
    }));
}

/** Every return of an order. */
export function returnStandings(order: StandingFacts): FoundStanding[] {
  const shop = { shop: order.shop, shopName: order.shopName };
  return order.returns.map(({ state, reportedByName, createdAt, registeredAt }): FoundStanding => {
    const reported = { what: 'reported', at: createdAt };
    switch (state) {
      case 'due':
      case 'sending':
        return { says: `Registering a return at ${order.shopName}`, with: 'hub', shop, since: reported };
      case 'waiting':
        return {
          says: `A return reported by ${reportedByName} waits for support`,
          with: 'support',
          shop: null,
          since: reported,
        };
      case 'failed':
        return {
          says: `A return was not registered at ${order.shopName}`,
          with: 'support',
          shop,
          since: reported,
        };
      case 'registered':
        return {
          says: `Returned, and registered at ${order.shopName}`,
          with: 'done',
          shop,
          since: { what: 'registered', at: registeredAt ?? createdAt },
        };
      case 'recorded':
        return { says: `Returned to ${reportedByName}`, with: 'done', shop: null, since: reported };
    }
  });
}
