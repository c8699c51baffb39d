import { describe, expect, it } from '@jest/globals';
import type { Sheet } from '../sheet-fields';
import { sheetChanges } from './sheet-changes';

const SHEET: Sheet = {
  slug: 'nordic-outdoor',
  name: 'Nordic Outdoor',
  country: 'SE',
  currency: 'EUR',
  storeApiRoot: 'https://shop.example/api',
  bearerTokens: ['the-token'],
  signingSecrets: [
    { secret: 'new-secret', verifyUntil: null },
    { secret: 'old-secret', verifyUntil: new Date('2026-12-01T00:00:00Z') },
  ],
  hubNetworkLocationId: '9000',
  locations: [
    { locationId: '1001', latitude: 59.33, longitude: 18.06 },
    { locationId: '1002', latitude: null, longitude: null },
  ],
  destinationCountries: ['SE', 'NO'],
  testWebhookUrl: null,
  splitRates: [
    { variantId: '', appliesFrom: 0n, rate: '0.7' },
    { variantId: 'V-1', appliesFrom: 1_000_000_001n, rate: '0.65' },
  ],
  injectionVat: 'domestic',
  stockDeductedAt: 'order',
  testVariants: [],
  optionalFields: [],
  timeZone: 'UTC',
  shipWithin: '72h',
  closedDays: ['sat', 'sun'],
  stockBuffer: { default: 1, variants: { 'V-1': 3, 'V-2': 2 } },
  ordersPerDay: null,
  contacts: { technical: 'ops@shop.example' },
  capabilities: { products: 'live', inventory: 'live', orders: 'live', cancellation: 'off', returns: 'off' },
};

describe('the plan of a sheet', () => {
  it('is empty for the same facts in another order', () => {
    const reordered: Sheet = {
      ...SHEET,
      locations: SHEET.locations.toReversed(),
      destinationCountries: ['NO', 'SE'],
      splitRates: SHEET.splitRates.toReversed(),
      closedDays: ['sun', 'sat'],
      stockBuffer: { default: 1, variants: { 'V-2': 2, 'V-1': 3 } },
    };
    expect(sheetChanges(SHEET, reordered)).toEqual([]);
  });

  it('names each changed field as the sheet writes it, from and to', () => {
    const changed: Sheet = {
      ...SHEET,
      locations: [{ locationId: '1001', latitude: 59.33, longitude: 18.06 }],
      testWebhookUrl: 'https://hub.example/x',
      splitRates: [
        { variantId: '', appliesFrom: 0n, rate: '0.7' },
        { variantId: 'V-1', appliesFrom: 1_000_000_002n, rate: '0.65' },
      ],
      shipWithin: '48h',
      closedDays: [],
      stockBuffer: { default: 0, variants: { 'V-1': 3 } },
      ordersPerDay: 5,
      capabilities: { ...SHEET.capabilities, cancellation: 'live' },
    };
    expect(sheetChanges(SHEET, changed)).toEqual([
      { field: 'locations', from: '1001 (59.33 18.06), 1002', to: '1001 (59.33 18.06)' },
      { field: 'test_webhook_url', from: null, to: 'https://hub.example/x' },
      {
        field: 'split_rate',
        from: 'V-1 0.65 from 1970-01-01T00:00:01.000000001Z, default 0.7',
        to: 'V-1 0.65 from 1970-01-01T00:00:01.000000002Z, default 0.7',
      },
      { field: 'ship_within', from: '72h', to: '48h' },
      { field: 'closed_days', from: 'sat, sun', to: '' },
      { field: 'stock_buffer', from: '1, V-1: 3, V-2: 2', to: '0, V-1: 3' },
      { field: 'orders_per_day', from: null, to: '5' },
      { field: 'capabilities.cancellation', from: 'off', to: 'live' },
    ]);
  });

  it('reports of secrets only that they change', () => {
    const changed: Sheet = {
      ...SHEET,
      bearerTokens: ['other-token'],
      signingSecrets: SHEET.signingSecrets.toReversed(),
    };
    const changes = sheetChanges(SHEET, changed);
    expect(changes).toEqual([
      { field: 'bearer_token', secret: true },
      { field: 'signing_secrets', secret: true },
    ]);
  });

  it('counts secrets that can no longer be decrypted as changed', () => {
    expect(sheetChanges({ ...SHEET, bearerTokens: null, signingSecrets: null }, SHEET)).toHaveLength(2);
  });
});
