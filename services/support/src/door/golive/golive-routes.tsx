import { CAPABILITIES } from '@hub/contract';
import { confirmAsStore, GoLiveRecord, readRecord, Said } from '@hub/door';
import { z } from 'zod';
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
    id: 'confirmCapability',
    path: '/golive/confirm',
    summary: 'Your half of the confirmation of a rehearsed capability: who confirms it, and in what words.',
    section: 'golive',
    input: z.object({
      capability: z.enum(CAPABILITIES),
      rehearsal_id: z.string().max(64).describe('of the rehearsal that was shown'),
      name: z.string().trim().min(1).max(200),
      words: z.string().trim().min(1).max(2_000),
    }),
    answer: Said,
    peopleOnly: true,
    title: 'Confirm',
    do: ({ door, visit }, { rehearsal_id: rehearsalId, ...wish }) =>
      confirmAsStore(door.db, { visit, wish: { ...wish, rehearsalId } }),
    after: (_input, { done }) => ({ next: '/golive', says: done }),
  }),
];
