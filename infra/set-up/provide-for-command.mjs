import { pathToFileURL } from 'node:url';
import { inProject } from '../project.mjs';
import { provideRunServices } from '../services/run-environment.mjs';
import { migrateDatabase } from './build-workspace.mjs';
import { isPrepared } from './is-prepared.mjs';
import { prepareWorkspace } from './prepare-workspace.mjs';

const NOTHING = { env: {}, release: async () => {}, registerChild: () => {} };

/**
 * What one `hub` command needs: silent if everything is there and runs; private services that do not run are started
 * for the duration of the command. A call that is not understood starts nothing. A database given by DATABASE_URL is
 * left as it is: `hub up` migrates it on request.
 *
 * @param {string[]} args the command's own
 */
export async function provideForCommand(args) {
  const prepared = isPrepared();
  if (!prepared) await prepareWorkspace();
  if (!(await needsServices(args))) return NOTHING;
  const services = await provideRunServices({ quiet: true });
  if (services.ownDatabase && (services.started || !prepared)) {
    await migrateDatabase(services.env).catch(async (error) => {
      await services.release();
      throw error;
    });
  }
  return services;
}

/** The command itself knows: it is there once it is built. */
async function needsServices(args) {
  const { href } = pathToFileURL(inProject('packages', 'cli', 'dist', 'needs-services.js'));
  const command = await import(href);
  return command.needsServices(args);
}
