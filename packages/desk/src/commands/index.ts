export { CommandFault } from './command-fault';
export { type DeskCommand } from './command';
export { requireShop } from './fields';
export { runDeskCommand } from './run-command';
export { type CommandName, DESK_COMMANDS } from './table';
