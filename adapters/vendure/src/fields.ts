import { type CustomFields, LanguageCode } from '@vendure/core';
import { customFields as FIELDS } from './set-up.json';

/** The texts among the plugin's fields that a row has. */
export const fieldsOf = ({ customFields }: { customFields: object }): Texts => customFields;
type Texts = { [Name in KeyOf<(typeof FIELDS)[keyof typeof FIELDS]>]?: string | null };
type KeyOf<Row> = Row extends object ? keyof Row : never;

/** What Vendure has no field for. What begins with `hub` is seen by the shop's people, and written by the plugin alone. */
export function addFields(customFields: CustomFields): void {
  for (const [entity, labels] of Object.entries(FIELDS))
    for (const [name, value] of Object.entries(labels)) {
      const label = [{ languageCode: LanguageCode.en, value }];
      const type = name === 'hubPrice' ? 'int' : 'string';
      const rights = name.startsWith('hub') ? { public: false, readonly: true } : {};
      (customFields[entity] ??= []).push({ name, label, type, nullable: true, ...rights });
    }
}
