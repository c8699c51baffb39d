const { ContainerRegistrationKeys, Modules, ProductStatus } = require('@medusajs/framework/utils');
const flows = require('@medusajs/medusa/core-flows');

/** A shop to trade with: `medusa exec ./shop/seed.js`. Prints what its visitors need as the last line. */
exports.default = async function seed({ container }) {
  const run = async (workflow, input) => (await flows[workflow](container).run({ input })).result;
  const { SHOP_COUNTRY = 'se', SHOP_PRODUCTS = '120', SHOP_STOCK = '40' } = process.env;
  const link = container.resolve(ContainerRegistrationKeys.LINK);
  const [store] = await container.resolve(Modules.STORE).listStores();

  const [channel] = await run('createSalesChannelsWorkflow', { salesChannelsData: [{ name: 'Webshop' }] });
  await run('updateStoresWorkflow', {
    selector: { id: store.id },
    update: {
      supported_currencies: [{ currency_code: 'eur', is_default: true, is_tax_inclusive: true }],
      default_sales_channel_id: channel.id,
    },
  });
  const [region] = await run('createRegionsWorkflow', {
    regions: [
      {
        name: 'Nordics',
        currency_code: 'eur',
        countries: ['se', 'dk', 'no', 'fi', 'de'],
        payment_providers: ['pp_system_default'],
        is_tax_inclusive: true,
      },
    ],
  });
  await run('createTaxRegionsWorkflow', [
    {
      country_code: SHOP_COUNTRY,
      provider_id: 'tp_system',
      default_tax_rate: { name: 'VAT', code: 'vat', rate: 25 },
    },
  ]);

  const address = { address_1: 'Lagergatan 1', city: 'Malmö', country_code: SHOP_COUNTRY.toUpperCase() };
  const [own, hub] = await run('createStockLocationsWorkflow', {
    locations: [
      { name: 'Warehouse', address },
      { name: 'HUB_Network', address },
    ],
  });
  const [profile] = await run('createShippingProfilesWorkflow', {
    data: [{ name: 'Default', type: 'default' }],
  });
  const fulfillmentSet = await container.resolve(Modules.FULFILLMENT).createFulfillmentSets({
    name: 'Parcels',
    type: 'shipping',
    service_zones: [
      {
        name: 'Nordics',
        geo_zones: ['se', 'dk', 'no', 'fi', 'de'].map((country_code) => ({ country_code, type: 'country' })),
      },
    ],
  });
  for (const { id } of [own, hub]) {
    await link.create({
      [Modules.STOCK_LOCATION]: { stock_location_id: id },
      [Modules.FULFILLMENT]: { fulfillment_provider_id: 'manual_manual' },
    });
  }
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: own.id },
    [Modules.FULFILLMENT]: { fulfillment_set_id: fulfillmentSet.id },
  });
  const [option] = await run('createShippingOptionsWorkflow', [
    {
      name: 'Standard',
      price_type: 'flat',
      provider_id: 'manual_manual',
      service_zone_id: fulfillmentSet.service_zones[0].id,
      shipping_profile_id: profile.id,
      type: { label: 'Standard', description: 'In a few days.', code: 'standard' },
      prices: [{ currency_code: 'eur', amount: 5 }],
      rules: [],
    },
  ]);
  for (const { id } of [own, hub]) {
    await run('linkSalesChannelsToStockLocationWorkflow', { id, add: [channel.id] });
  }

  const [promotion] = await run('createPromotionsWorkflow', {
    promotionsData: [
      {
        code: 'TENTH',
        type: 'standard',
        status: 'active',
        application_method: {
          type: 'percentage',
          target_type: 'items',
          allocation: 'across',
          value: 10,
          currency_code: 'eur',
        },
      },
    ],
  });
  const products = await run('createProductsWorkflow', {
    products: Array.from({ length: Number(SHOP_PRODUCTS) }, (_, index) => ({
      title: `Garment ${index + 1}`,
      status: ProductStatus.PUBLISHED,
      shipping_profile_id: profile.id,
      metadata: { brand: 'Fjordline' },
      images: [{ url: `https://images.example.com/garment-${index + 1}.jpg` }],
      options: [{ title: 'Size', values: ['M'] }],
      variants: [
        {
          title: 'M',
          sku: `GARMENT-${index + 1}-M`,
          barcode: gtin(731000000000 + index),
          options: { Size: 'M' },
          manage_inventory: true,
          prices: [{ currency_code: 'eur', amount: 100 }],
        },
      ],
      sales_channels: [{ id: channel.id }],
    })),
  });
  const { data: items } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: 'inventory_item', fields: ['id'] });
  await run('createInventoryLevelsWorkflow', {
    inventory_levels: items.flatMap(({ id }) => [
      { inventory_item_id: id, location_id: own.id, stocked_quantity: Number(SHOP_STOCK) },
      { inventory_item_id: id, location_id: hub.id, stocked_quantity: 0 },
    ]),
  });

  const [publishable] = await run('createApiKeysWorkflow', {
    api_keys: [{ title: 'Storefront', type: 'publishable', created_by: '' }],
  });
  await run('linkSalesChannelsToApiKeyWorkflow', { id: publishable.id, add: [channel.id] });
  const [secret] = await run('createApiKeysWorkflow', {
    api_keys: [{ title: 'Staff', type: 'secret', created_by: '' }],
  });
  const seeded = {
    channel: channel.id,
    region: region.id,
    own: own.id,
    hub: hub.id,
    shippingOption: option.id,
    promotion: promotion.code,
    publishableKey: publishable.token,
    secretKey: secret.token,
    products: products.length,
  };
  process.stdout.write(`\nSEEDED ${JSON.stringify(seeded)}\n`);
};

/** A GTIN-13 with its check digit. */
function gtin(twelve) {
  const weighed = Array.from(String(twelve), (digit, index) => Number(digit) * (index % 2 ? 3 : 1));
  const sum = weighed.reduce((total, one) => total + one, 0);
  return `${twelve}${(10 - (sum % 10)) % 10}`;
}
