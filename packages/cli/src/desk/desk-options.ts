import type { Command } from 'commander';

/** Options of a command that goes to the desk; as commander gives them. */
export interface DeskOptions {
  desk?: string;
  local?: boolean;
  json?: boolean;
}

/** Of one that looks. */
export interface LookOptions extends DeskOptions {
  watch?: boolean;
}

/** Of one that looks at personal data. */
export interface RevealOptions extends DeskOptions {
  as?: string;
}

/** Of one that does something. */
export interface ActOptions extends RevealOptions {
  dryRun?: boolean;
}

/** A command that asks the desk and changes nothing. */
export function looking(command: Command): Command {
  return toDesk(command).option('--watch', 'shows it again every two seconds, at a terminal, until Ctrl-C');
}

/** A command that has the desk do something. */
export function acting(command: Command): Command {
  return revealing(command).option(
    '--dry-run',
    'has it decided as it would be, and taken back: it has no effect',
  );
}

/** A command that asks the desk for personal data: recorded, so that there is no trial of it. */
export function revealing(command: Command): Command {
  return toDesk(command).option(
    '--as <name>',
    'who does it, for the record; at the desk the token says so, and must be of this name',
  );
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
