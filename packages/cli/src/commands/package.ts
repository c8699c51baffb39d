import type { Command } from 'commander';
import { acting, type ActOptions } from '../desk/desk-options';
import { act } from '../desk/with-desk';

interface CorrectOptions extends ActOptions {
  carrier: string;
  number: string;
  url?: string;
  note?: string;
}

/** `hub package correct`: the tracking of a package that a shop reported wrongly (D11). */
export function addPackageCommand(program: Command): void {
  const parcel = program.command('package').description('packages that shops reported');
  acting(
    parcel
      .command('correct')
      .description('corrects the tracking of a package: the shop that sold the order gets the new one'),
  )
    .argument('<reference>', 'our reference of the shipping order')
    .argument('<package_id>', "the shop's own id of the package")
    .requiredOption('--carrier <name>', 'the carrier')
    .requiredOption('--number <tracking number>', 'the tracking number')
    .option('--url <address>', 'where the parcel is followed')
    .option('--note <text>', 'why, for the record; no personal data')
    .action(correct);
}

async function correct(reference: string, packageId: string, options: CorrectOptions): Promise<void> {
  const { carrier, number, url, note } = options;
  await act(options, 'package.correct', {
    reference,
    package: packageId,
    carrier,
    tracking_number: number,
    tracking_url: url,
    note,
  });
}
