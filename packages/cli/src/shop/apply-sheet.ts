import { agreeOnEnvironment } from '@hub/installation';
import { actorOf } from '../actor';
import { environment } from '../environment';
import { CommandFailure } from '../failure';
import { readText } from '../files';
import { withDatabase } from '../with-database';
import { applySheetText } from './apply-sheet-text';

export interface ApplyOptions {
  dryRun?: boolean;
  overrule?: string;
  as?: string;
  json?: boolean;
}

/** Applies a sheet from a file, with the secrets of this shell's environment: locally, not at the desk. */
export async function applySheet(file: string, options: ApplyOptions, inForceWaitMs?: number) {
  const text = readText(file);
  const { overrule: reason } = options;
  if (reason?.trim() === '') throw new CommandFailure(['--overrule: say why']);
  const overrule = reason === undefined ? undefined : { reason, actor: actorOf(options.as) };
  return withDatabase(async (context) => {
    // The first shop fixes the database's environment, as the first start of a service does (D28).
    await agreeOnEnvironment(context.db, context.config.HUB_ENVIRONMENT);
    const dryRun = options.dryRun ?? false;
    const actor = actorOf(options.as);
    return applySheetText(text, { ...context, env: environment(), dryRun, overrule, actor, inForceWaitMs });
  });
}
