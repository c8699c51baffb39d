import { provideRunServices } from '../services/run-environment.mjs';
import { migrateDatabase } from './build-workspace.mjs';
import { prepareWorkspace } from './prepare-workspace.mjs';

/**
 * Everything the system needs to run on this machine: packages, build, services, database.
 *
 * @returns {Promise<{ env: Record<string, string>, release: () => Promise<void>, registerChild: (pid: number)
 *   => void }>}
 */
export async function prepareRun() {
  await prepareWorkspace();
  const services = await provideRunServices();
  try {
    await migrateDatabase(services.env);
  } catch (error) {
    await services.release();
    throw error;
  }
  return services;
}
