export { doneOf, type DeskCommand } from './command';
export { CommandFault } from './command-fault';
export { requireShop } from './fields';
export { runDeskCommand } from './run-command';
export { DESK_COMMANDS, type CommandName } from './table';
