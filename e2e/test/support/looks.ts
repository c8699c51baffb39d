import type { Look } from './desk-browser';

/** What each page is judged in. */
const LOOKS: [string, Look][] = [
  ['1440 by day', { width: 1440, colorScheme: 'light' }],
  ['390 by night', { width: 390, colorScheme: 'dark' }],
];
/** For people to look at. */
const MORE_LOOKS: [string, Look][] = [
  ['1440 by night', { width: 1440, colorScheme: 'dark' }],
  ['1024 by day', { width: 1024, colorScheme: 'light' }],
  ['1024 by night', { width: 1024, colorScheme: 'dark' }],
  ['390 by day', { width: 390, colorScheme: 'light' }],
];

/** All of them where pictures are asked for. */
export const EVERY_LOOK = process.env['HUB_TEST_PICTURES'] ? [...LOOKS, ...MORE_LOOKS] : LOOKS;
