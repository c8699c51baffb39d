import { provideRunServices } from '../services/run-environment.mjs';
import { migrateDatabase } from './build-workspace.mjs';
import { isPrepared } from './is-prepared.mjs';
import { prepareWorkspace } from './prepare-workspace.mjs';

const NOTHING = { env: {}, release: async () => {}, registerChild: () => {} };

/**
 * What one `hub` command needs: silent where everything is there and runs; private services that do not run
 * are started for the duration of the command. A database given by DATABASE_URL is left as it is: `hub up`
 * migrates it on request.
 *
 * @param {string[]} args the command's own
 */
export async function provideForCommand(args) {
  const prepared = isPrepared();
  if (!prepared) await prepareWorkspace();
  if (needsNoServices(args)) return NOTHING;
  const services = await provideRunServices({ quiet: true });
  if (services.ownDatabase && (services.started || !prepared)) {
    await migrateDatabase(services.env).catch(async (error) => {
      await services.release();
      throw error;
    });
  }
  return services;
}

/**
 * Help, signatures, examples and hashes are a matter of the program alone; what goes to the desk needs nothing but the desk: no
 * database is started beside one that went away.
 */
export const needsNoServices = (args) =>
  args.length === 0 ||
  ['help', 'sign', 'desk', 'completion', 'adapter', 'capacity'].includes(args[0]) ||
  args.some((arg) => ['--help', '-h', '--version', '-V'].includes(arg)) ||
  isOfProgram(args) ||
  (goesToDesk(args) && !args.includes('--local') && process.env.HUB_LOCAL !== 'true');

/** By the first word, and the second where the rest of its commands stay on the machine. */
const AT_DESK = [
  'alerts',
  'audit',
  'case',
  'catalogue',
  'customer',
  'dead',
  'events',
  'link',
  'order',
  'route',
  'settlement',
  'shop health',
  'shop history',
  'shop list',
  'shop reroute',
  'shop resume',
  'shop show',
  'stock',
  'vat list',
];

/** What asks the database for nothing where an option, or the want of one, spares it the question. */
function isOfProgram([first, second, ...options]) {
  const has = (name) => options.some((option) => option === name || option.startsWith(`${name}=`));
  if (first === 'event') return ['example', 'sign'].includes(second) && !has('--shop');
  return first === 'golive' && second === 'verify' && has('--key');
}

/** Whether a command goes to the desk. */
function goesToDesk(args) {
  const [first, second] = args.filter((arg) => !arg.startsWith('-'));
  return AT_DESK.includes(first) || AT_DESK.includes(`${first} ${second}`);
}
