import type { Command } from 'commander';
import { CommandFailure } from '../failure';

/** Options of a command that goes to the desk, as commander passes them. */
export interface DeskOptions {
  desk?: string;
  local?: boolean;
  json?: boolean;
}

/** Of one that reads. */
export interface LookOptions extends DeskOptions {
  watch?: boolean;
}

/** Of one that reads personal data. */
export interface RevealOptions extends DeskOptions {
  as?: string;
}

/** Of one that acts. */
export interface ActOptions extends RevealOptions {
  dryRun?: boolean;
}

/** Of one that acts, with a note for the record. */
export interface NotedOptions extends ActOptions {
  note?: string;
}

/** A shipping order, as an argument. */
export const REFERENCE = 'our reference of the shipping order (its external_ref, see order show)';

/** A command that reads from the desk and changes nothing. */
export function looking(command: Command): Command {
  return toDesk(command).option('--watch', 'shows it again every two seconds, at a terminal, until Ctrl-C');
}

/** A command that makes the desk act. */
export function acting(command: Command): Command {
  return revealing(command).option(
    '--dry-run',
    'has it decided as it would be, and taken back: it has no effect',
  );
}

/** The same, with a note for the record. */
export function noted(command: Command): Command {
  return acting(command).option('--note <text>', 'why, for the record; no personal data');
}

/** A command that reads personal data from the desk: recorded, so it has no dry run. */
export function revealing(command: Command): Command {
  return toDesk(command).option(
    '--as <name>',
    'who does it, for the record; at the desk the token says so, and must be of this name',
  );
}

/** The same of a command that shows it only with `--reveal`. */
export function revealable(command: Command): Command {
  return revealing(command).option(
    '--reveal',
    'shows the body with its personal data; the audit records who looked',
  );
}

/** Whether personal data is shown. Throws `CommandFailure` if `--as` names someone although nothing is recorded. */
export function isRevealed({ reveal = false, as }: RevealOptions & { reveal?: boolean }): boolean {
  if (!reveal && as !== undefined)
    throw new CommandFailure(['--as: goes with --reveal, which is recorded'], 2);
  return reveal;
}

/** A command that goes to the desk. */
export function toDesk(command: Command): Command {
  return command
    .option('--json', 'as JSON')
    .option('--desk <url>', 'another desk than that of the token file or HUB_DESK_URL')
    .option(
      '--local',
      'past the desk, on the database itself: for the owner of the machine; the audit says so',
    );
}
