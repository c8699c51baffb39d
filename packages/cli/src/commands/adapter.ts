import { resolve } from 'node:path';
import type { Command } from 'commander';
import { createAdapter } from '../adapter/create-adapter';
import { print, printJson } from '../output';

/** `hub adapter create`: an adapter to fill in, for a shop platform that joins with the store kit. */
export function addAdapterCommand(program: Command): void {
  const adapter = program.command('adapter').description('adapters of shop platforms, on the store kit');
  adapter
    .command('create')
    .description('writes an adapter to fill in, with tests that pass as they are')
    .argument('<name>', 'of the platform: lower-case letters, digits and dashes')
    .option('--into <folder>', 'a folder that is not there yet (default: ./hub-adapter-<name>)')
    .option('--json', 'as JSON')
    .action((name: string, options: { into?: string; json?: boolean }) => {
      const folder = resolve(options.into ?? `hub-adapter-${name}`);
      const files = createAdapter(name, folder);
      if (options.json) return printJson({ folder, files });
      for (const file of files) print(file);
      print(`in ${folder}: npm install, npm test, then fill in adapter.mjs`);
    });
}
