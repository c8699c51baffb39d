import { readFile } from 'node:fs/promises';

import type { Catalogue } from '../catalogue/catalogue';
import { listedCatalogue } from '../catalogue/catalogue';
import { catalogueFromShopifyCsv } from '../catalogue/catalogue-from-shopify-csv';
import { generatedCatalogue } from '../catalogue/generated-catalogue';
import type { LeftOutProduct } from '../catalogue/leave-out-refused';

interface CatalogueChoice {
  /** `generated:<products>`, or the path of a Shopify product export. */
  source: string;
  seed: number;
  locations: string[];
  hubLocationId: string;
  onlyValid: boolean;
}

const VARIANTS_PER_PRODUCT = 4;
const GENERATED_STOCK = { from: 0, to: 20 };

/** The catalogue named on the command line, and what was left out of it. Throws where the file cannot be read. */
export async function loadCatalogue(
  choice: CatalogueChoice,
): Promise<{ catalogue: Catalogue; leftOut: LeftOutProduct[] }> {
  const { source, seed, locations, hubLocationId, onlyValid } = choice;
  const products = /^generated:(\d+)$/.exec(source)?.[1];
  if (products !== undefined) {
    const catalogue = generatedCatalogue({
      products: Number(products),
      variantsPerProduct: VARIANTS_PER_PRODUCT,
      seed,
      locations,
      hubLocationId,
      stock: GENERATED_STOCK,
    });
    return { catalogue, leftOut: [] };
  }
  const read = catalogueFromShopifyCsv(await readFile(source, 'utf8'), {
    locations,
    hubLocationId,
    onlyValid,
  });
  return { catalogue: listedCatalogue(read.products), leftOut: read.leftOut };
}
