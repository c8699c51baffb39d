import type { AlertDefinition } from './alert-definition';

const STORE = "A store's calls";
const CATALOGUE = 'Catalogues';
const QUANTITIES = 'Network quantities';

/** Alerts of stores, catalogues, quantities and messages. */
export const NETWORK_ALERTS = {
  store_unauthorized: {
    name: 'A store refuses our credentials',
    means:
      'The store refuses our credentials. All calls to it are suspended, with one probe every 5 minutes.',
    doThis: [
      'Ask the shop to enter a new token at its door, under Your store. The calls then go on at once.',
      'If the shop has no door, have the new token put into its sheet.',
      'If the token is right and the store is fixed, resume the calls on the page of the shop.',
    ],
    chapter: STORE,
    explainsMore: true,
    behindStore: true,
  },
  shop_mail_refused: {
    name: 'Mail to a shop is refused',
    means: 'The contact of the shop gets no mail, so its people do not know what waits for them.',
    doThis: [
      'Ask the shop for another address, and have it put into `contacts` of its sheet.',
      'The alert resolves itself when the next mail is accepted: at most one a day for each cause.',
    ],
    chapter: STORE,
  },
  shop_unreadable: {
    name: 'Secrets of a shop cannot be opened',
    means:
      'A secret of the shop opens with no key of the services. Its events are answered 503, and nothing is sent to its store.',
    doThis: [
      'Have the technicians look whether a key is missing in HUB_ENCRYPTION_KEYS.',
      'Where the key is lost, have the sheet of the shop applied again, with its secrets.',
    ],
    chapter: STORE,
  },
  body_unreadable: {
    name: 'Kept bodies cannot be opened',
    means:
      'Bodies of events or failed messages open with no key of the services, or one is damaged. They cannot be shown or replayed, and a search for a customer does not see them.',
    doThis: [
      'Have the technicians look whether a key is missing in HUB_ENCRYPTION_KEYS.',
      'Where the key is lost, they stay closed until they have had their time: seven days for events, ninety for failed messages.',
    ],
    chapter: 'Failed messages',
  },
  clock_wrong: {
    name: 'The clock of a machine is wrong',
    means:
      'A machine of the hub has another time than the database. Orders and stock are still judged rightly. Beyond 60 s, the processes on that machine stop working.',
    doThis: [
      'Ask the technicians to set the clock of the machine named in the alert.',
      'Nothing else is to be done: the alert is resolved once the clock is right.',
    ],
    chapter: 'Machines',
  },
  catalogue_failed: {
    name: 'A catalogue could not be read',
    means: 'The catalogue could not be read to its end. The catalogue before it still counts.',
    doThis: [
      'See on the page of the shop why the run failed.',
      'The hub reads the catalogue again by itself. If that fails too, send the shop what its store answered.',
    ],
    chapter: CATALOGUE,
    behindStore: true,
  },
  catalogue_refused: {
    name: 'A catalogue was refused',
    means:
      'The catalogue breaks the contract, so nothing of it was applied. The catalogue before it still counts.',
    doThis: [
      'Send the shop the faults that its page lists.',
      'Once they are fixed, read the catalogue again from the page of the shop.',
    ],
    chapter: CATALOGUE,
  },
  work_set_aside: {
    name: 'Work on a shop ended its process and is set aside',
    means:
      'Reading the catalogue of a shop, or the search for its links, ended the program three times in a row. This work does not begin again for the shop; other shops are not affected.',
    doThis: [
      'Give the alert to the technicians: a text of the shop is the cause, or the program has too little memory.',
      'Resolve the alert once they have found and fixed the cause: the work then begins again.',
    ],
    chapter: CATALOGUE,
  },
  catalogue_waiting: {
    name: 'A catalogue would retire most of a shop',
    means: 'The catalogue would retire most variants of the shop. The run waits until an agent accepts it.',
    doThis: [
      'Ask the shop whether it really removed these products.',
      'If it did, accept the run. If it did not, read the catalogue again once it is complete.',
    ],
    chapter: CATALOGUE,
  },
  link_disputed: {
    name: 'A barcode disagrees with a link made by people',
    means:
      'People linked two variants, and a barcode that a shop sent later contradicts the link. An agent has to find out which is right.',
    doThis: [
      'Ask both shops whether it is the same article.',
      'If it is not, undo the link: each variant then goes by its own barcode. If it is, have the shop correct its barcode.',
    ],
    chapter: CATALOGUE,
  },
  article_taken: {
    name: 'A variant came back, and another one has its article',
    means:
      'A variant is offered again, but another variant of its shop was linked to its article in the meantime. A shop has one variant of an article, so the one that came back is not linked.',
    doThis: [
      'Ask the shop which of the two is the article.',
      'Have the shop take the other one away or correct its barcode, or undo the link of the other one if people made it. The next catalogue run links the right one.',
    ],
    chapter: CATALOGUE,
  },
  doubtful_link: {
    name: 'A barcode links variants that have no word in common',
    means:
      'Two variants of two shops have the same barcode and are one article by it, but brand, title and size have no word in common. If a barcode is wrong, a shop ships other goods than were sold.',
    doThis: [
      'Compare both variants, and ask their shops what they sell under this barcode.',
      'If a barcode is wrong, have its shop correct it: the next catalogue run unlinks the variant. If both are right, resolve the alert.',
    ],
    chapter: CATALOGUE,
  },
  stock_out_of_step: {
    name: 'A store shows other network quantities than wanted',
    means:
      'For 15 minutes the store has shown network quantities that differ from the target. It may sell more than there is.',
    doThis: [
      'See on the page of the shop which variants differ, and why the writes fail.',
      'The hub writes them again every sync cycle. Send the shop what its store answers.',
    ],
    chapter: QUANTITIES,
    behindStore: true,
  },
  stock_refused: {
    name: 'A store does not take a network quantity',
    means: 'The store refuses the network quantity of a variant. The hub writes it again every sync cycle.',
    doThis: ['See on the page of the shop what its store answers for this variant, and send it to the shop.'],
    chapter: QUANTITIES,
    behindStore: true,
  },
  stock_not_zeroed: {
    name: 'A shop is switched off and may still show network quantities',
    means:
      'The shop is switched off, but its store did not accept network quantities of 0 within 10 minutes. It may sell items that no shop ships, and its orders are not accepted.',
    doThis: [
      'See on the page of the shop which variants are affected, and why the writes failed.',
      'Ask the shop to set its network location to 0 by hand, or switch its inventory on until the zeros are written.',
    ],
    chapter: QUANTITIES,
  },
  stock_event_refused: {
    name: 'Stock events of a shop were refused',
    means:
      'Stock events of the shop were refused, so its stock of these variants may be wrong. The hub reads the catalogue again by itself, at most once an hour.',
    doThis: [
      'See on the page of the shop what it sent and why it was refused, and inform the shop.',
      'The alert resolves itself when later events or a catalogue run cover all the variants.',
    ],
    chapter: QUANTITIES,
    aCaseForEachCode: true,
  },
  stock_not_counted: {
    name: 'Stock of a shop does not count until its catalogue is read',
    means:
      'The shop was switched on, or one of its locations is new or back, for over an hour. Its earlier stock does not count until its catalogue is read, so that less of it is sold.',
    doThis: [
      'See on the page of the shop why its catalogue run was refused, failed or waits, and tell the shop.',
      'The run is requested again by itself. The alert resolves itself when a run is accepted.',
    ],
    chapter: QUANTITIES,
  },
  dead_letter: {
    name: 'Messages failed permanently',
    means: 'Messages in one queue failed permanently, all for the same reason.',
    doThis: [
      'Open the failed messages: see why they failed, and what a replay would do.',
      'Once the cause is fixed, replay them together. The alert resolves itself when none is left.',
    ],
    chapter: 'Failed messages',
  },
} as const satisfies Readonly<Record<string, AlertDefinition>>;
