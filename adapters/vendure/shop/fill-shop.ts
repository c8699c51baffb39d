import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import {
  ChannelService,
  CurrencyCode,
  Importer,
  type InitialData,
  LanguageCode,
  Populator,
  RequestContextService,
} from '@vendure/core';
import { lastValueFrom } from 'rxjs';
import { ARTICLES, articlesCsv, picture } from './articles';

const INITIAL: InitialData = {
  defaultLanguage: LanguageCode.en,
  defaultZone: 'Europe',
  countries: [
    { code: 'SE', name: 'Sweden', zone: 'Europe' },
    { code: 'DK', name: 'Denmark', zone: 'Europe' },
    { code: 'FI', name: 'Finland', zone: 'Europe' },
    { code: 'NO', name: 'Norway', zone: 'Europe' },
  ],
  taxRates: [{ name: 'Standard', percentage: 25 }],
  shippingMethods: [{ name: 'Parcel', price: 500 }],
  paymentMethods: [
    {
      name: 'Card (test)',
      handler: { code: 'dummy-payment-handler', arguments: [{ name: 'automaticSettle', value: 'true' }] },
    },
  ],
  collections: [],
};

/** Gives an empty shop its currency, countries, payment and articles. */
export async function fillShop(
  app: INestApplication,
  stock: Readonly<Record<string, number>>,
): Promise<void> {
  const channels = app.get(ChannelService);
  const contexts = app.get(RequestContextService);
  const channel = await channels.getDefaultChannel();
  await channels.update(await contexts.create({ apiType: 'admin' }), {
    id: channel.id,
    pricesIncludeTax: true,
    defaultCurrencyCode: CurrencyCode.EUR,
    availableCurrencyCodes: [CurrencyCode.EUR],
  });
  await app.get(Populator).populateInitialData(INITIAL);
  const ctx = await contexts.create({ apiType: 'admin', languageCode: LanguageCode.en });
  const { errors } = await lastValueFrom(app.get(Importer).parseAndImport(articlesCsv(stock), ctx));
  if (errors && errors.length > 0) throw new Error(errors.join('; '));
}

/** Where the import looks for pictures. */
export function drawPictures(folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const article of ARTICLES) writeFileSync(join(folder, `${article.slug}.svg`), picture(article));
  return folder;
}
