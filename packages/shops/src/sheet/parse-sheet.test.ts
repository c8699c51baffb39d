import { describe, expect, it } from '@jest/globals';
import { aSheet } from '@hub/testing';
import fc from 'fast-check';
import { parseSheet } from './parse-sheet';

const ENV = {
  NORDIC_BEARER_TOKEN: 'bearer-of-nordic',
  NORDIC_SIGNING_SECRET: 'secret-of-nordic',
  NEXT_TOKEN: 'next-bearer',
  OLD_SECRET: 'older secret',
  ...Object.fromEntries([1, 2, 3, 4, 5].map((of) => [`SECRET_${of}`, `secret ${of}`])),
};

const SHEET_OF_D25 = `
shop_slug: nordic-outdoor
name: Nordic Outdoor
country: SE
currency: EUR
store_api_root: https://shop.example/api
bearer_token: \${NORDIC_BEARER_TOKEN}
signing_secrets: [ "\${NORDIC_SIGNING_SECRET}" ]     # or { secret: ..., verify_until: ... }; the first one signs
hub_network_location_id: "9000"
locations: [ { location_id: "1001", latitude: 59.33, longitude: 18.06 } ]
destination_countries: [ SE, "NO", DK ]
test_webhook_url: https://hub.example/shops/nordic-outdoor/events
split_rate: { default: 0.70, variants: { "V-123": 0.65 } }   # a rate may be a list of { from, rate }
injection_vat: domestic
stock_deducted_at: order
test_variants: []
optional_fields: []
contacts: { technical: ops@shop.example }
capabilities: { products: live, inventory: live, orders: dry_run, cancellation: "off", returns: "off" }
`;

const SECURE = { allowInsecureStores: false };

function read(yaml: string, allowInsecureStores = false) {
  return parseSheet(yaml, ENV, { allowInsecureStores });
}

function sheetOf(yaml: string) {
  const result = read(yaml);
  if (!result.ok) throw new Error(result.faults.join('; '));
  return result.sheet;
}

function faultsOf(overrides: Record<string, unknown>): string[] {
  const result = read(aSheet(overrides));
  return result.ok ? [] : result.faults;
}

describe('the environment sheet (D25)', () => {
  it('is parsed as decision D25 shows it', () => {
    expect(sheetOf(SHEET_OF_D25)).toEqual({
      slug: 'nordic-outdoor',
      name: 'Nordic Outdoor',
      country: 'SE',
      currency: 'EUR',
      storeApiRoot: 'https://shop.example/api',
      bearerTokens: ['bearer-of-nordic'],
      signingSecrets: [{ secret: 'secret-of-nordic', verifyUntil: null }],
      hubNetworkLocationId: '9000',
      locations: [{ locationId: '1001', latitude: 59.33, longitude: 18.06 }],
      destinationCountries: ['SE', 'NO', 'DK'],
      testWebhookUrl: 'https://hub.example/shops/nordic-outdoor/events',
      splitRates: [
        { variantId: '', appliesFrom: 0n, rate: '0.7' },
        { variantId: 'V-123', appliesFrom: 0n, rate: '0.65' },
      ],
      injectionVat: 'domestic',
      stockDeductedAt: 'order',
      testVariants: [],
      optionalFields: [],
      timeZone: 'UTC',
      shipWithin: '72h',
      closedDays: [],
      stockBuffer: { default: 0, variants: {} },
      ordersPerDay: null,
      contacts: { technical: 'ops@shop.example' },
      capabilities: {
        products: 'live',
        inventory: 'live',
        orders: 'dry_run',
        cancellation: 'off',
        returns: 'off',
      },
    });
  });

  it('uses the defaults for what may be missing or empty', () => {
    const optional = [
      'test_webhook_url',
      'split_rate',
      'injection_vat',
      'stock_deducted_at',
      'test_variants',
      'optional_fields',
      'time_zone',
      'ship_within',
      'closed_days',
      'stock_buffer',
      'orders_per_day',
      'contacts',
    ];
    for (const nothing of [undefined, null]) {
      const sheet = sheetOf(aSheet(Object.fromEntries(optional.map((field) => [field, nothing]))));
      expect(sheet).toMatchObject({
        testWebhookUrl: null,
        splitRates: [],
        injectionVat: 'domestic',
        stockDeductedAt: 'order',
        testVariants: [],
        optionalFields: [],
        timeZone: 'UTC',
        shipWithin: '72h',
        closedDays: [],
        stockBuffer: { default: 0, variants: {} },
        ordersPerDay: null,
        contacts: {},
      });
    }
  });

  it('reads by when, how much and how many a shop ships', () => {
    const terms = {
      time_zone: 'Europe/Stockholm',
      ship_within: '036.50h',
      closed_days: ['sat', 'sun', '2028-02-29'],
      stock_buffer: { default: 1, variants: { 'V-123': 3 } },
      orders_per_day: 20,
    };
    expect(sheetOf(aSheet(terms))).toMatchObject({
      timeZone: 'Europe/Stockholm',
      shipWithin: '36.5h',
      closedDays: ['sat', 'sun', '2028-02-29'],
      stockBuffer: { default: 1, variants: { 'V-123': 3 } },
      ordersPerDay: 20,
    });
    expect(sheetOf(aSheet({ stock_buffer: 2 })).stockBuffer).toEqual({ default: 2, variants: {} });
    expect(sheetOf(aSheet({ stock_buffer: { variants: { constructor: 1 } } })).stockBuffer.default).toBe(0);
  });

  const ZONE = 'time_zone: must be an IANA time zone, such as Europe/Stockholm';
  const WITHIN = 'ship_within: must be a number with s, m, h or d, from 1s to 365d, such as 72h';
  const DAY = 'must be mon, tue, wed, thu, fri, sat or sun, or a date such as 2026-12-24';
  const PIECES = 'must be a whole number from 0 to 2147483647';
  it.each([
    [{ time_zone: 'Atlantis/Main' }, [ZONE]],
    [{ time_zone: '+02:00' }, [ZONE]],
    [{ time_zone: ['UTC'] }, [ZONE]],
    [{ ship_within: 72 }, [WITHIN]],
    [{ ship_within: '0.5s' }, [WITHIN]],
    [{ ship_within: '366d' }, [WITHIN]],
    [{ ship_within: '-1h' }, [WITHIN]],
    [{ closed_days: ['Monday', '2026-02-30'] }, [`closed_days[0]: ${DAY}`, `closed_days[1]: ${DAY}`]],
    [{ closed_days: ['sun', 'sun'] }, ['closed_days[1]: repeats an earlier entry']],
    [
      { closed_days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] },
      ['closed_days: must leave one day of the week open'],
    ],
    [{ stock_buffer: -1 }, [`stock_buffer: ${PIECES}`]],
    [{ stock_buffer: { default: 1.5 } }, [`stock_buffer.default: ${PIECES}`]],
    [{ stock_buffer: { variants: { 'V-1': 'all' } } }, [`stock_buffer.variants.V-1: ${PIECES}`]],
    [{ stock_buffer: { variant: 1 } }, ['stock_buffer.variant: is not a field of the sheet']],
    [{ orders_per_day: 0 }, ['orders_per_day: must be a whole number from 1 to 2147483647']],
    [{ orders_per_day: 2.5 }, ['orders_per_day: must be a whole number from 1 to 2147483647']],
  ])('refuses %j', (overrides, faults) => {
    expect(faultsOf(overrides)).toEqual(faults);
  });

  it('reads Norway and "off" literally, quoted or not (YAML 1.2)', () => {
    const plain = SHEET_OF_D25.replace('"NO"', 'NO').replaceAll('"off"', 'off');
    expect(sheetOf(plain)).toEqual(sheetOf(SHEET_OF_D25));
    expect(sheetOf(SHEET_OF_D25.replaceAll('"off"', 'false')).capabilities).toMatchObject({ returns: 'off' });
  });

  it('counts a missing capability as off', () => {
    expect(sheetOf(aSheet({ capabilities: { products: 'live' } })).capabilities).toEqual({
      products: 'live',
      inventory: 'off',
      orders: 'off',
      cancellation: 'off',
      returns: 'off',
    });
  });

  it('keeps location and variant ids literally', () => {
    const sheet = sheetOf(
      SHEET_OF_D25.replace('"9000"', '0900')
        .replace('test_variants: []', 'test_variants: [ 0010, 1e3 ]')
        .replace('"V-123": 0.65', '007: 0.65'),
    );
    expect(sheet).toMatchObject({ hubNetworkLocationId: '0900', testVariants: ['0010', '1e3'] });
    expect(sheet.splitRates[1]).toMatchObject({ variantId: '007' });
  });
});

describe('faults of a sheet are listed all at once (D25)', () => {
  it('names every faulty field and its expected form, and no value', () => {
    const result = read(
      aSheet({
        shop_slug: 'Nordic Outdoor',
        name: undefined,
        country: 'Sweden',
        currency: 'XQQ',
        store_api_root: 'ftp://hidden-value',
        bearer_token: 'literal-token',
        signing_secrets: ['${MISSING_SECRET}'],
        locations: [{ location_id: 'hidden-value', latitude: 91 }, { location_id: '9000' }],
        destination_countries: [],
        split_rate: { default: 'hidden-value', variants: { 'V-1': [{ from: 'yesterday', rate: 2 }] } },
        injection_vat: 'hidden-value',
        capabilities: { products: 'dry_run', inventory: 'live', orders: 'live', returns: 'live' },
        capabilties: {},
      }),
    );
    expect(result).toEqual({
      ok: false,
      faults: [
        'shop_slug: must be letters, digits, dots, dashes and underscores, beginning with a letter or digit',
        'name: is required',
        'country: must be an ISO 3166-1 country code of two upper-case letters',
        'currency: must be an ISO 4217 currency code of three upper-case letters',
        'store_api_root: must be an https address of the public network, without credentials, query and fragment',
        'bearer_token: must name an environment variable, as ${NAME}',
        'signing_secrets[0]: the environment variable MISSING_SECRET is not set',
        'locations[0].location_id: must be a whole number carried as a string',
        'locations[0].latitude: must be a number from -90 to 90',
        'locations[0].longitude: is required where there is a latitude',
        'destination_countries: must hold at least one entry',
        'split_rate.default: must be a number above 0 and at most 1',
        'split_rate.variants.V-1[0].from: must be an ISO 8601 time in UTC',
        'split_rate.variants.V-1[0].rate: must be above 0 and at most 1',
        'injection_vat: must be one of domestic, always, never',
        'capabilities.products: must be one of off, live, draining',
        'capabilities.returns: must be off until cancellation is live',
        'capabilties: is not a field of the sheet',
        'locations[1].location_id: is the HUB_Network location, which is none of the shop’s own',
      ],
    });
    expect(JSON.stringify(result)).not.toMatch(/hidden-value|literal-token|secret-of-nordic/);
  });

  it.each([
    ['a duplicate key', 'shop_slug: a\nshop_slug: b', 'line 2: is not valid YAML (DUPLICATE_KEY)'],
    ['a broken list', 'bearer_token: [ literal-token', 'line 1: is not valid YAML (BAD_INDENT)'],
    ['two documents', 'a: 1\n---\nb: 1', 'line 2: is not valid YAML (MULTIPLE_DOCS)'],
    ['an unknown tag', 'name: !secret literal-token', 'line 1: is not valid YAML (TAG_RESOLVE_FAILED)'],
    ['nothing', '', 'sheet: is required'],
    ['a list', '- literal-token', 'sheet: must be a mapping of fields'],
  ])('reports %s by its line, without its text', (_case, yaml, fault) => {
    const result = read(yaml);
    expect(result.ok ? [] : result.faults).toContain(fault);
    expect(JSON.stringify(result)).not.toContain('literal-token');
  });

  it('reports unknown fields at any depth, as most are typos', () => {
    expect(
      faultsOf({ locations: [{ location_id: '1001', lattitude: 1 }], split_rate: { defualt: 0.7 } }),
    ).toEqual([
      'locations[0].lattitude: is not a field of the sheet',
      'split_rate.defualt: is not a field of the sheet',
    ]);
  });

  it.each([
    ['locations', [{ location_id: '1' }, { location_id: '1' }], 'locations[1]: repeats an earlier entry'],
    ['destination_countries', ['SE', 'SE'], 'destination_countries[1]: repeats an earlier entry'],
    ['test_variants', ['V', 'W', 'V'], 'test_variants[2]: repeats an earlier entry'],
    ['optional_fields', ['totals', 'totals'], 'optional_fields[1]: repeats an earlier entry'],
    [
      'optional_fields',
      ['gift_wrap'],
      'optional_fields[0]: must be one of line_titles, totals, carrier_note, seller_order_number',
    ],
    ['locations', [], 'locations: must hold at least one entry'],
    [
      'hub_network_location_id',
      'loc_9000',
      'hub_network_location_id: must be a whole number carried as a string',
    ],
    [
      'locations',
      [{ location_id: '1', longitude: 18 }],
      'locations[0].latitude: is required where there is a longitude',
    ],
    [
      'locations',
      [{ location_id: '1', latitude: 1, longitude: '180.5' }],
      'locations[0].longitude: must be a number from -180 to 180',
    ],
    ['name', '  ', 'name: must not be empty'],
    ['currency', 'eur', 'currency: must be an ISO 4217 currency code of three upper-case letters'],
    ['destination_countries', 'SE', 'destination_countries: must be a list'],
    ['contacts', ['ops'], 'contacts: must be a mapping of fields'],
    ['stock_deducted_at', 'payment', 'stock_deducted_at: must be one of order, shipment'],
    ['test_webhook_url', 'hub.example', 'test_webhook_url: must be an http or https address'],
  ])('%s %j', (field, value, fault) => {
    expect(faultsOf({ [field]: value })).toEqual([fault]);
  });
});

describe('countries are ISO 3166-1 codes (D25)', () => {
  const form = 'must be an ISO 3166-1 country code of two upper-case letters';

  it('refuses UK and EL by the codes that ISO 3166-1 has for them, and XI', () => {
    expect(faultsOf({ country: 'UK', destination_countries: ['SE', 'EL', 'XI'] })).toEqual([
      `country: ${form}: GB in place of UK`,
      `destination_countries[1]: ${form}: GR in place of EL`,
      `destination_countries[2]: ${form}`,
    ]);
  });

  it.each(['XK', 'EU', 'AN', 'se', 'SWE', ''])('refuses %j', (country) => {
    expect(faultsOf({ country })).toEqual([`country: ${form}`]);
  });

  it('accepts all that are assigned', () => {
    expect(faultsOf({ destination_countries: ['GB', 'GR', 'NO', 'AX', 'SS'] })).toEqual([]);
  });
});

describe('store_api_root (D25, D28)', () => {
  it.each(['https://shop.example/api', 'https://shop.example:8443', 'https://93.184.215.14/x'])(
    'may be %s',
    (root) => {
      expect(faultsOf({ store_api_root: root })).toEqual([]);
    },
  );

  it.each([
    'http://shop.example/api',
    'https://user:password@shop.example',
    'https://shop.example/api?key=1',
    'https://shop.example/#api',
    'https://localhost/api',
    'https://10.0.0.7/api',
    'https://[::1]/api',
    'shop.example/api',
    'https://shop.example/a b',
  ])('may not be %s', (root) => {
    expect(faultsOf({ store_api_root: root })).toHaveLength(1);
  });

  it.each(['http://127.0.0.1:4100', 'https://10.0.0.7/api'])(
    'D28: says of %s how it would be allowed for tests; not of what is no web address',
    (root) => {
      expect(faultsOf({ store_api_root: root })).toEqual([
        expect.stringContaining('ALLOW_INSECURE_STORES=true'),
      ]);
      expect(faultsOf({ store_api_root: 'ftp://x' })).toEqual([
        expect.not.stringContaining('ALLOW_INSECURE'),
      ]);
    },
  );

  it.each([
    ['http://127.0.0.1:8099', true],
    ['https://localhost/api', true],
    ['http://user:password@127.0.0.1', false],
    ['http://127.0.0.1/?x', false],
  ])('if insecure stores are allowed: %s %s', (root, ok) => {
    expect(read(aSheet({ store_api_root: root }), true).ok).toBe(ok);
  });
});

describe('secrets by reference (D25, D2)', () => {
  it('reads a rotation: the first signs, an older one verifies until its end', () => {
    const rotation = [
      { secret: '${NORDIC_SIGNING_SECRET}' },
      { secret: '${OLD_SECRET}', verify_until: '2026-12-01T00:00:00Z' },
    ];
    expect(sheetOf(aSheet({ signing_secrets: rotation })).signingSecrets).toEqual([
      { secret: 'secret-of-nordic', verifyUntil: null },
      { secret: 'older secret', verifyUntil: new Date('2026-12-01T00:00:00Z') },
    ]);
  });

  it.each([
    [
      ['${NORDIC_SIGNING_SECRET}', '${NORDIC_SIGNING_SECRET}'],
      'signing_secrets[1]: repeats an earlier entry',
    ],
    [[], 'signing_secrets: must hold at least one entry'],
    [[1, 2, 3, 4, 5].map((of) => `\${SECRET_${of}}`), 'signing_secrets: must hold at most 4 entries'],
    [
      [{ secret: '${OLD_SECRET}', verify_until: '2026-12-01T00:00:00Z' }],
      'signing_secrets: must hold one without verify_until, or the shop would be left without any',
    ],
    [
      ['${NORDIC_SIGNING_SECRET}', { secret: '${OLD_SECRET}', verify_until: 'soon' }],
      'signing_secrets[1].verify_until: must be an ISO 8601 time in UTC',
    ],
    [['x-${NORDIC_SIGNING_SECRET}'], 'signing_secrets[0]: must name an environment variable, as ${NAME}'],
  ])('refuses %j', (signing_secrets, fault) => {
    expect(faultsOf({ signing_secrets })).toEqual([fault]);
  });

  it('D25: accepts a list of bearer tokens, of which the store accepts one', () => {
    const { bearerTokens } = sheetOf(aSheet({ bearer_token: ['${NORDIC_BEARER_TOKEN}', '${NEXT_TOKEN}'] }));
    expect(bearerTokens).toEqual(['bearer-of-nordic', 'next-bearer']);
    expect(faultsOf({ bearer_token: [] })).toEqual([expect.stringMatching(/^bearer_token: /)]);
    expect(faultsOf({ bearer_token: ['${NEXT_TOKEN}', 'literal'] })).toEqual([
      'bearer_token[1]: must name an environment variable, as ${NAME}',
    ]);
  });

  it.each(['two words', 'token\n', ' token', 'tök'])('refuses the bearer token %j', (token) => {
    const env = { ...ENV, NORDIC_BEARER_TOKEN: token };
    expect(parseSheet(aSheet({}), env, SECURE)).toEqual({
      ok: false,
      faults: [
        'bearer_token: the environment variable NORDIC_BEARER_TOKEN must hold visible ASCII characters without spaces',
      ],
    });
  });

  it.each([
    'secret\n',
    'secret\r\n',
    ' secret',
    'secret\u00a0',
    '\ufeffsecret',
    'sec\tret',
    'sec\u009bret',
    ' ',
  ])('D25: refuses the signing secret %j, which the store would not sign with', (secret) => {
    const env = { ...ENV, NORDIC_SIGNING_SECRET: secret };
    expect(parseSheet(aSheet({}), env, SECURE)).toEqual({
      ok: false,
      faults: [
        'signing_secrets[0]: the environment variable NORDIC_SIGNING_SECRET must hold text without control characters, and without blanks at either end',
      ],
    });
  });
});

describe('split rates are exact (D24, D25)', () => {
  it.each([
    ['0.70', '0.7'],
    ['1', '1'],
    ['1.000', '1'],
    ['.5', '0.5'],
    ['0.123456789', '0.123456789'],
    ['000.10', '0.1'],
  ])('%s is read as %s', (written, rate) => {
    const yaml = SHEET_OF_D25.replace('0.70', written);
    expect(sheetOf(yaml).splitRates[0]).toEqual({ variantId: '', appliesFrom: 0n, rate });
  });

  it.each(['0', '0.000', '1.0000001', '-0.5', '70%', '1e-1', '0.1234567891', '0,7', 'null-ish'])(
    '%s is refused',
    (written) => {
      expect(read(SHEET_OF_D25.replace('0.70', `"${written}"`)).ok).toBe(false);
    },
  );

  it('keeps every decimal of up to nine places, whatever a binary float would make of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (billionths) => {
        const written = `0.${String(billionths).padStart(9, '0')}`;
        const [rate] = sheetOf(SHEET_OF_D25.replace('0.70', written)).splitRates;
        expect(rate?.rate).toBe(written.replace(/0+$/, ''));
      }),
      { numRuns: 50 },
    );
  });

  it('may change at an instant, for the shop and for a variant', () => {
    const split_rate = {
      default: [
        { from: '2026-01-01T00:00:00Z', rate: 0.7 },
        { from: '2026-07-01T00:00:00Z', rate: 0.75 },
      ],
      variants: { 'V-1': [{ from: '1970-01-01T00:00:01Z', rate: 0.6 }] },
    };
    expect(sheetOf(aSheet({ split_rate })).splitRates).toEqual([
      { variantId: '', appliesFrom: 1_767_225_600_000_000_000n, rate: '0.7' },
      { variantId: '', appliesFrom: 1_782_864_000_000_000_000n, rate: '0.75' },
      { variantId: 'V-1', appliesFrom: 1_000_000_000n, rate: '0.6' },
    ]);
  });

  it('may not change twice at one instant', () => {
    const from = '2026-01-01T00:00:00Z';
    const split_rate = {
      default: [
        { from, rate: 0.7 },
        { from, rate: 0.8 },
      ],
    };
    expect(faultsOf({ split_rate })).toEqual(['split_rate.default[1]: repeats an earlier entry']);
  });
});
