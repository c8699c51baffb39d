import type { Command } from 'commander';
import { noted, REFERENCE, type NotedOptions } from '../desk/desk-options';
import { act } from '../desk/with-desk';

/** What support does with a shipping order that its shop has and does not ship (D38). */
export function addLateOrderActs(order: Command): void {
  noted(
    order
      .command('promise')
      .description(
        "a shop's word on the day by which it ships: until then its order is not late; twice at most",
      )
      .argument('<reference>', REFERENCE)
      .requiredOption('--day <date>', "such as 2026-12-01, in the shop's time zone"),
  ).action(promise);
  noted(
    order
      .command('remind')
      .description('reminds a shop by mail of an order that it did not ship: one reminder a day to a shop')
      .argument('<reference>', REFERENCE),
  ).action(remind);
  noted(
    order
      .command('take-back')
      .description(
        'takes a placed shipping order back: its shop is asked to stop it, and once it has, its lines go to another shop',
      )
      .argument('<reference>', REFERENCE)
      .option('--close', 'its lines are closed as unfulfillable instead'),
  ).action(takeBack);
}

async function promise(reference: string, options: NotedOptions & { day: string }): Promise<void> {
  const { day, note } = options;
  await act(options, 'order.promise', { reference, day, note });
}

async function remind(reference: string, options: NotedOptions): Promise<void> {
  await act(options, 'order.remind', { reference, note: options.note });
}

async function takeBack(reference: string, options: NotedOptions & { close?: boolean }): Promise<void> {
  const lines = options.close ? 'close' : 'reroute';
  await act(options, 'order.take-back', { reference, lines, note: options.note });
}
