import {
  adoptPolicy,
  BandKm,
  DESK_REFUSAL_WORDS,
  listPolicies,
  PolicyName,
  withdrawPolicy,
} from '@hub/support-desk';
import type { Command } from 'commander';
import { actorOf } from '../actor';
import { CommandFailure } from '../failure';
import { note, print, printJson, printTable, time } from '../output';
import { readMoment } from '../read-moment';
import { withDatabase } from '../with-database';

const AS = 'who does it, for the record (default: the user of this machine)';

/** `hub route policy list|adopt|withdraw`: by what shops are chosen, from when on (D19). */
export function addPolicyCommand(route: Command): void {
  const policy = route.command('policy').description('by what shops are chosen, and from when on');
  policy
    .command('list')
    .description('the policy in force, and every one that was adopted')
    .option('--json', 'as JSON')
    .action(list);
  policy
    .command('adopt')
    .description('has shops chosen by another policy from a moment on')
    .argument('<name>', 'letters, digits and hyphens; it stands in each decision')
    .requiredOption('--band-km <km>', 'shops within a band of so many kilometres count as equally near')
    .requiredOption(
      '--from <time>',
      'from when on, at least five seconds ahead, such as 2027-01-01T00:00:00Z',
    )
    .option('--note <text>', 'why, for the record; no personal data')
    .option('--as <name>', AS)
    .option('--json', 'as JSON')
    .action(adopt);
  policy
    .command('withdraw')
    .description('takes back what was adopted, before it holds')
    .argument('<name>')
    .option('--note <text>', 'why, for the record; no personal data')
    .option('--as <name>', AS)
    .option('--json', 'as JSON')
    .action(withdraw);
}

async function list(options: { json?: boolean }): Promise<void> {
  const { inForce, builtIn, policies } = await withDatabase(({ db }) => listPolicies(db, Date.now()));
  const described = policies.map((policy) => ({
    name: policy.name,
    band_km: policy.bandKm,
    valid_from: time(policy.validFrom),
    state: policy.state,
    adopted_by: policy.adoptedBy,
    adopted_at: time(policy.adoptedAt),
    withdrawn_by: policy.withdrawnBy,
    withdrawn_at: time(policy.withdrawnAt),
    note: policy.note,
  }));
  if (options.json)
    return printJson({
      in_force: { version: inForce.version, band_km: inForce.bandKm },
      built_in: { version: builtIn.version, band_km: builtIn.bandKm },
      adopted: described,
    });
  print(`in force: ${inForce.version}, bands of ${inForce.bandKm} km`);
  if (described.length === 0) return print('no other policy was ever adopted');
  printTable(
    ['policy', 'band', 'from', 'state', 'adopted by', 'note'],
    described.map((one) => [
      one.name,
      `${one.band_km} km`,
      one.valid_from ?? '',
      one.state.replaceAll('_', ' '),
      one.adopted_by,
      one.note ?? '',
    ]),
  );
}

interface AdoptOptions {
  bandKm: string;
  from: string;
  note?: string;
  as?: string;
  json?: boolean;
}

async function adopt(name: string, options: AdoptOptions): Promise<void> {
  const now = Date.now();
  const bandKm = BandKm.safeParse(Number(options.bandKm));
  const validFrom = readMoment('--from', options.from, now);
  const faults = [
    ...(PolicyName.safeParse(name).success ? [] : ['name: small letters, digits and hyphens, at most 40']),
    ...(bandKm.success ? [] : ['--band-km: whole kilometres, from 1 to 20037']),
  ];
  if (!bandKm.success || validFrom === undefined || faults.length > 0) throw new CommandFailure(faults, 2);
  const request = {
    name,
    bandKm: bandKm.data,
    validFrom,
    actor: actorOf(options.as),
    note: options.note,
    now,
  };
  const end = await withDatabase(({ db }) => adoptPolicy(db, request));
  if (end.kind === 'refused') throw new CommandFailure([`not adopted: ${DESK_REFUSAL_WORDS[end.why]}`]);
  const adopted = { name, band_km: bandKm.data, valid_from: time(validFrom) };
  if (options.json) printJson(adopted);
  else
    note(
      `${name} holds from ${adopted.valid_from} on; withdraw it before then with hub route policy withdraw`,
    );
}

async function withdraw(
  name: string,
  options: { note?: string; as?: string; json?: boolean },
): Promise<void> {
  const request = { name, actor: actorOf(options.as), note: options.note, now: Date.now() };
  const end = await withDatabase(({ db }) => withdrawPolicy(db, request));
  if (end.kind === 'refused') throw new CommandFailure([`not withdrawn: ${DESK_REFUSAL_WORDS[end.why]}`]);
  if (options.json) printJson({ name, withdrawn: true });
  else note(`${name} is withdrawn`);
}
