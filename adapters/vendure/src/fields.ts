import { type CustomFields, LanguageCode } from '@vendure/core';

/** What Vendure has no field for. What begins with `hub` is seen by the shop's people, and written by the plugin alone. */
const FIELDS = [
  ['Product', 'brand', 'Brand'],
  ['ProductVariant', 'size', 'Size'],
  ['ProductVariant', 'barcode', 'Barcode (GTIN)'],
  ['Order', 'hubRef', 'Network reference'],
  ['Order', 'hubTag', 'Network tag'],
  ['Order', 'hubEmail', 'Network e-mail (relay)'],
  ['OrderLine', 'hubRef', 'Network line reference'],
  ['OrderLine', 'hubPrice', 'Network payout'],
  ['Fulfillment', 'trackingUrl', 'Tracking page'],
] as const;

/** The texts among them that a row has. */
export const fieldsOf = ({ customFields }: { customFields: object }): Texts => customFields;
type Texts = { [Name in (typeof FIELDS)[number][1]]?: string | null };

export function addFields(customFields: CustomFields): void {
  for (const [entity, name, text] of FIELDS) {
    const label = [{ languageCode: LanguageCode.en, value: text }];
    const type = name === 'hubPrice' ? 'int' : 'string';
    const rights = name.startsWith('hub') ? { public: false, readonly: true } : {};
    (customFields[entity] ??= []).push({ name, label, type, nullable: true, ...rights });
  }
}
