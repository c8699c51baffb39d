import { CAPABILITIES } from '@hub/contract';
import { actorOfVisit, confirmAsStore, GoLiveRecord, readRecord, Said } from '@hub/door';
import { z } from 'zod';
import { FilledWords, Name } from '../fields';
import { act, look, type DoorRoute } from '../route';
import { RecordPage } from './record-page';

export const goliveRoutes: readonly DoorRoute[] = [
  look({
    id: 'getGoLiveRecord',
    path: '/golive',
    summary:
      'How far your shop is on its way to live: what was rehearsed, who confirmed it, what is missing.',
    section: 'golive',
    input: z.object({}),
    answer: GoLiveRecord,
    title: 'Going live',
    read: ({ door, visit }) => readRecord(door.db, visit.contact),
    page: ({ view }) => <RecordPage record={view} />,
  }),
  act({
    id: 'rehearse',
    path: '/golive/rehearse',
    summary:
      'Begins a rehearsal: every check that asks nothing of your people. The record shows it once it has ended.',
    section: 'golive',
    input: z.object({}),
    answer: Said,
    title: 'Rehearse',
    do: async ({ door, visit }) => {
      const end = await door.rehearse({ shop: visit.contact.shop, by: actorOfVisit(visit) });
      if (end.kind === 'refused') return end;
      return {
        kind: 'done',
        answer: { done: 'The rehearsal has begun: its result stands here once it has ended.' },
      };
    },
    after: (_input, { done }) => ({ next: '/golive', says: done }),
  }),
  act({
    id: 'confirmCapability',
    path: '/golive/confirm',
    summary: 'Your half of the confirmation of a rehearsed capability: who confirms it, and in what words.',
    section: 'golive',
    input: z.object({
      capability: z.enum(CAPABILITIES),
      rehearsal_id: Name.describe('of the rehearsal that was shown'),
      name: FilledWords(200),
      words: FilledWords(2_000),
    }),
    answer: Said,
    peopleOnly: true,
    title: 'Confirm',
    do: ({ door, visit }, { rehearsal_id: rehearsalId, ...wish }) =>
      confirmAsStore(door.db, { visit, wish: { ...wish, rehearsalId } }),
    after: (_input, { done }) => ({ next: '/golive', says: done }),
  }),
];
