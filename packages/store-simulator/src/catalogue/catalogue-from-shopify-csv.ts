import { parse } from 'csv-parse/sync';

import type { CatalogueProduct, CatalogueVariant } from './catalogue';
import { leaveOutRefused, type LeftOutProduct } from './leave-out-refused';

/** The columns of a Shopify product export that the catalogue uses; the others are ignored. */
export type ShopifyRow = Partial<Record<string, string>>;

export interface ShopifyCsvOptions {
  locations: string[];
  hubLocationId: string;
  /** Stock of a variant at one of `locations`; by default the exported quantity is at the first, none elsewhere. */
  stockOf?: (row: ShopifyRow, locationId: string) => number;
  /** Leaves out the products that the service's own rules would refuse, and says why. */
  onlyValid?: boolean;
}

export interface ShopifyCatalogue {
  products: CatalogueProduct[];
  leftOut: LeftOutProduct[];
}

/**
 * Reads a Shopify product export: one row per variant or further image, `Handle` groups a product.
 * Nothing the contract refuses is repaired (no image, no brand, stock below 0): the service must report it.
 *
 * Throws the CSV parser's error where the text is not well-formed CSV.
 */
export function catalogueFromShopifyCsv(text: string, options: ShopifyCsvOptions): ShopifyCatalogue {
  const rows: ShopifyRow[] = parse(text, { columns: true, bom: true, skip_empty_lines: true });
  const groups = new Map<string, ShopifyRow[]>();
  for (const row of rows) {
    const handle = cell(row, 'Handle');
    const group = groups.get(handle);
    if (group) group.push(row);
    else groups.set(handle, [row]);
  }
  const products = [...groups].map(([handle, group]) => productOf(handle, group, options));
  return options.onlyValid ? leaveOutRefused(products) : { products, leftOut: [] };
}

function productOf(handle: string, rows: ShopifyRow[], options: ShopifyCsvOptions): CatalogueProduct {
  // Only a product's first row has product columns.
  const first = rows[0] ?? {};
  const description = cell(first, 'Body (HTML)');
  return {
    product_id: handle,
    title: cell(first, 'Title'),
    brand: cell(first, 'Vendor'),
    ...(description && { description }),
    images: imagesOf(rows),
    variants: rows.filter(isVariant).map((row) => variantOf(row, first, options)),
  };
}

/** A row without any option value is a further image of the product. */
function isVariant(row: ShopifyRow): boolean {
  return cell(row, 'Option1 Value') !== '';
}

function imagesOf(rows: ShopifyRow[]): { url: string; alt?: string }[] {
  const images = new Map<string, { url: string; alt?: string }>();
  for (const row of rows) {
    const url = cell(row, 'Image Src');
    const alt = cell(row, 'Image Alt Text');
    if (url && !images.has(url)) images.set(url, { url, ...(alt && { alt }) });
  }
  return [...images.values()];
}

function variantOf(row: ShopifyRow, first: ShopifyRow, options: ShopifyCsvOptions): CatalogueVariant {
  const values = [1, 2, 3].map((n) => cell(row, `Option${n} Value`)).filter((value) => value !== '');
  const title = values.join(' / ');
  const sku = unmarked(cell(row, 'Variant SKU'));
  const barcode = unmarked(cell(row, 'Variant Barcode'));
  const stockOf = options.stockOf ?? exportedStock(options.locations);
  return {
    // A platform keeps one variant per combination of option values, so handle and values are a stable id.
    variant_id: [cell(first, 'Handle'), ...values].join('/'),
    ...(title !== 'Default Title' && { title }),
    size: sizeOf(row, first),
    ...(sku && { sku }),
    ...(barcode && { barcode }),
    inventory: [
      ...options.locations.map((location) => ({ location_id: location, quantity: stockOf(row, location) })),
      { location_id: options.hubLocationId, quantity: 0 },
    ],
  };
}

/** The value of the option named Size, in any case; an article without one is `One size`. */
function sizeOf(row: ShopifyRow, first: ShopifyRow): string {
  const option = [1, 2, 3].find((n) => cell(first, `Option${n} Name`).toLowerCase() === 'size');
  return (option && cell(row, `Option${option} Value`)) || 'One size';
}

function exportedStock(locations: string[]): (row: ShopifyRow, locationId: string) => number {
  return (row, locationId) =>
    locationId === locations[0] ? Number(unmarked(cell(row, 'Variant Inventory Qty'))) : 0;
}

function cell(row: ShopifyRow, column: string): string {
  return (row[column] ?? '').trim();
}

/** Spreadsheets mark a number kept as text with a leading apostrophe, which is not part of the value. */
function unmarked(value: string): string {
  return value.replace(/^'/, '');
}
