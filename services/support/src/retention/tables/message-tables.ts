import type { StoredTable } from './stored-table';

/** Tables that grow with events, commands and calls. */
export const MESSAGE_TABLES: Readonly<Record<string, StoredTable>> = {
  event_ledger: {
    grows: 'event',
    bytes: 320,
    kept: 'stock events 7 days; the others permanently, because an event that comes again must be recognised (D6)',
    rules: ['days of the ledger that are over', 'stock events'],
  },
  event_ledger_midnight: { grows: 'event', rows: 0.001, kept: '1 day', rules: ['events about midnight'] },
  sent_event: {
    grows: 'event',
    rows: 0.1,
    bytes: 2_130,
    kept: '7 days, and of refused ones the newest of a shop',
    rules: [
      'what shops sent',
      'refused events beyond the newest of a shop',
      'wrong signatures beyond the newest of a shop',
      'unread events beyond the newest of a shop',
      'bodies beyond what is kept of a shop',
    ],
  },
  sent_body_volume: { grows: 'minute', bytes: 100, kept: '7 days', rules: ['volume of bodies'] },
  stock_refusal: {
    grows: 'event',
    rows: 0.001,
    kept: 'until the stock it was about is known',
    removedBy: 'an accepted event or catalogue run that covers it (D10)',
  },
  inbox: { grows: 'command', bytes: 150, kept: '30 days', rules: ['inbox'] },
  outbox: {
    grows: 'command',
    kept: 'until published',
    removedBy: 'the relay, when the broker has confirmed it',
  },
  store_call: { grows: 'call', bytes: 770, kept: '90 days', rules: ['store calls'] },
  store_call_count: { grows: 'minute', bytes: 120, kept: '7 days', rules: ['counts of store calls'] },
  call_hold: {
    grows: 'problem',
    kept: 'while a store refuses our credentials',
    removedBy: 'the call that succeeds (D23)',
  },
  held_call: {
    grows: 'problem',
    kept: 'while a store refuses our credentials',
    removedBy: 'the call that succeeds (D23)',
  },
  dead_letter: { grows: 'problem', bytes: 3_000, kept: '90 days', rules: ['failed messages'] },
  dead_letter_selection: {
    grows: 'action',
    bytes: 20_000,
    kept: '1 day, and with bulk runs as long as these',
    rules: ['frozen sets of failed messages'],
  },
  bulk_run: { grows: 'action', bytes: 500, kept: '90 days', rules: ['bulk runs'] },
  bulk_run_item: { grows: 'action', rows: 100, bytes: 150, kept: '90 days', rules: ['bulk runs'] },
};
