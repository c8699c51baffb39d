#!/usr/bin/env node
import { inProject } from './project.mjs';
import { runEntry } from './run-entry.mjs';
import { runInForeground } from './run-command.mjs';
import { provideForCommand } from './set-up/provide-for-command.mjs';

const HUB = inProject('packages', 'cli', 'dist', 'main.js');

/**
 * `infra/hub.mjs <command>`, or `npm run hub -- <command>`: the hub command with its surroundings; stdout carries what the command prints
 * and nothing else.
 */
await runEntry(async () => {
  const args = process.argv.slice(2);
  const { env, release, registerChild } = await provideForCommand(args);
  try {
    return await runInForeground([HUB, ...args], {
      env: { ...env, ...process.env },
      // npm goes to the project's folder; files are named from where the command was given.
      cwd: process.env.INIT_CWD ?? process.cwd(),
      onStart: registerChild,
    });
  } finally {
    await release();
  }
});
