import { CAPABILITIES } from '@hub/contract';
import { actorOfVisit, GoLiveRecord, readRecord, Said } from '@hub/desk/door';
import { answerTask, confirmCapability, endRehearsal, readRehearsal, RehearsalView } from '@hub/desk/golive';
import { z } from 'zod';
import { FilledText } from '../../web/layout/texts';
import { Figure, Name } from '../fields';
import { act, actOf, look, type DoorRoute } from '../route';
import { RecordPage } from './record-page';
import { ChecksWithEvidence } from '../../web/shops/go-live/checks-with-evidence';

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
  look({
    id: 'getRehearsal',
    path: '/golive/rehearsals/:id',
    summary:
      'One rehearsal, check by check, with the evidence of what failed, or of the check that is named.',
    section: 'golive',
    input: z.object({ id: Name, check: Name.optional().describe('the evidence of this check instead') }),
    answer: RehearsalView,
    title: 'Rehearsal',
    read: ({ door, visit }, asked) => readRehearsal(door.db, { ...asked, shopId: visit.contact.shopId }),
    page: ({ view }) => <RehearsalPage rehearsal={view} />,
  }),
  act({
    id: 'rehearse',
    path: '/golive/rehearse',
    summary:
      'Begins a rehearsal. The record says what your people are to do now, step by step, and shows it once it has ended.',
    section: 'golive',
    input: z.object({
      capability: z
        .enum(['all', ...CAPABILITIES])
        .default('all')
        .describe('only this one'),
    }),
    answer: Said,
    title: 'Rehearse',
    do: async ({ door, visit }, { capability }) => {
      const capabilities = capability === 'all' ? CAPABILITIES : [capability];
      const end = await door.rehearse({ shop: visit.contact.shop, capabilities, by: actorOfVisit(visit) });
      if (end.kind === 'refused') return end;
      return { kind: 'done', answer: { done: 'The rehearsal has begun: what to do now stands here.' } };
    },
    after: (_input, { done }) => ({ next: '/golive', says: done }),
  }),
  actOf({
    id: 'answerRehearsal',
    path: '/golive/rehearse/answer',
    summary: 'Your answer to what the rehearsal asks of your people now: it goes on.',
    section: 'golive',
    input: z.object({
      task: Figure.describe('number of the task, as it was shown'),
      answer: z
        .enum(['done', 'skip', 'yes', 'no', 'figure'])
        .describe('done: its event is on its way; skip: its check is not played'),
      figure: Figure.optional().describe('where a number or an amount is asked for'),
    }),
    title: 'Rehearsal',
    action: answerTask,
    next: () => '/golive',
  }),
  actOf({
    id: 'endRehearsal',
    path: '/golive/rehearse/end',
    summary:
      'Ends the rehearsal that is under way with what it has; what it made at your store is taken back.',
    section: 'golive',
    input: z.object({}),
    title: 'Rehearsal',
    action: endRehearsal,
    next: () => '/golive',
  }),
  actOf({
    id: 'confirmCapability',
    path: '/golive/confirm',
    summary: 'Your half of the confirmation of a rehearsed capability: who confirms it, and in what words.',
    section: 'golive',
    input: z.object({
      capability: z.enum(CAPABILITIES),
      rehearsal_id: Name.describe('of the rehearsal that was shown'),
      name: FilledText(200),
      words: FilledText(2_000),
    }),
    peopleOnly: true,
    title: 'Confirm',
    action: confirmCapability,
    into: ({ rehearsal_id: rehearsal, ...input }) => ({ ...input, rehearsal }),
    next: () => '/golive',
  }),
];

/** One rehearsal, check by check. */
function RehearsalPage({ rehearsal }: { rehearsal: RehearsalView }) {
  return (
    <>
      <p>
        <a href="/golive">Going live</a>
      </p>
      <h1>Rehearsal</h1>
      <ChecksWithEvidence rehearsal={rehearsal} href={`/golive/rehearsals/${rehearsal.id}`} />
    </>
  );
}
