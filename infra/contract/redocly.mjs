import { inProject } from '../project.mjs';
import { runCommand } from '../run-command.mjs';

const PROGRAM = inProject('node_modules', '@redocly', 'cli', 'bin', 'cli.js');

/** Runs Redocly's command, with its telemetry and its check for updates off. */
export function redocly(...args) {
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    NO_COLOR: '1',
  };
  return runCommand(process.execPath, [PROGRAM, ...args], { env });
}

export const CONTRACT_FOLDER = inProject('docs', 'contract');
export const RELEASED_FOLDER = inProject('docs', 'contract', 'released');
