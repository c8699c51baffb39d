import { NotRun } from '../check-ending';
import type { CheckContext } from '../check-context';
import { type CatalogueRun } from './catalogue-run';
import { readCatalogue } from './read-catalogue';

/** The run's first reading of the catalogue, read now where no check has yet. */
export async function knownCatalogue(context: CheckContext): Promise<CatalogueRun> {
  context.run.catalogue ??= await readCatalogue(context);
  return context.run.catalogue;
}

/** {@link knownCatalogue} where it is complete and valid; throws NotRun where it is not. */
export async function wholeCatalogue(context: CheckContext): Promise<CatalogueRun> {
  const catalogue = await knownCatalogue(context);
  if (catalogue.broken !== null || catalogue.faults.length > 0)
    throw new NotRun('it needs a complete, valid catalogue: see products.pages_valid and products.run_ends');
  return catalogue;
}

/** The second reading, for comparison with the first. */
export async function secondCatalogue(context: CheckContext): Promise<CatalogueRun> {
  context.run.secondCatalogue ??= await readCatalogue(context);
  return context.run.secondCatalogue;
}
