import { asked } from '../../asked';
import type { Check } from '../../check';
import { CheckFault } from '../../check-ending';
import type { CheckContext } from '../../check-context';
import { variantsOf } from '../../catalogue/catalogue-run';
import { readCatalogue } from '../../catalogue/read-catalogue';
import { describeVariant, testVariants } from '../../catalogue/test-variants';

export const LEFT_OUT: Check = {
  id: 'products.variant_left_out',
  step: 'products',
  direction: 'to_store',
  rule: 'What the store no longer sells is left out of a complete run, and so retired; back again it has the id it had.',
  async play(context) {
    const [variant] = await testVariants(context, 1);
    const { people } = context;
    const what = describeVariant(variant);
    await asked(context, `take ${what} out of the catalogue`, people.listVariant(variant.variantId, false));
    let stillListed;
    try {
      stillListed = await isListed(context, variant.variantId);
    } finally {
      await asked(context, `put ${what} back`, people.listVariant(variant.variantId, true));
    }
    if (stillListed)
      throw new CheckFault(
        `a complete run still carried ${what} after it was taken out`,
        'leave a variant that is no longer sold out of every page: being left out is what retires it',
      );
    if (!(await isListed(context, variant.variantId)))
      throw new CheckFault(
        `${what} did not come back with the id it had`,
        'keep the id of a variant while it is not sold, and list it under the same id again',
      );
  },
};

async function isListed(context: CheckContext, variantId: string): Promise<boolean> {
  const run = await readCatalogue(context);
  if (run.broken !== null || run.faults.length > 0)
    throw new CheckFault(
      run.broken ?? run.faults.join('; '),
      'let the catalogue stay complete and valid while a variant is taken out',
    );
  return variantsOf(run).some(({ variant }) => variant.variant_id === variantId);
}
