import type { Command } from 'commander';

const NAMES = "the selling or shipping shop's order id, an order number, or a reference of ours";

/** A command about one order. */
export function named(command: Command, description: string): Command {
  return command
    .description(description)
    .argument('<id>', NAMES)
    .option('--shop <slug>', 'the shop, where two use the same order id');
}
