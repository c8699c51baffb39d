import { inTransaction, type Database } from '@hub/database';
import { Expects } from '../../golive/rehearsal/run-tasks';
import { readGoLive } from '../../golive/read-go-live';
import { readRunInProgress } from '../../golive/rehearsal/read-run';
import { z } from 'zod';
import type { Contact } from '../access/contact';

const Time = z.iso.datetime();
const Confirmation = z.object({
  name: z.string(),
  words: z.string(),
  at: Time,
  link: z.enum(['mailed', 'printed']).nullable().describe("how the store's link was delivered"),
});

/** A shop's current go-live state (D32). */
export const GoLiveRecord = z.object({
  environment: z.string(),
  capabilities: z.array(
    z.object({
      capability: z.string(),
      mode: z.string().describe('as the environment sheet has it'),
      state: z.string(),
      rehearsal: z
        .object({
          id: z.string(),
          at: Time,
          runner: z.string(),
          passed: z.int(),
          failed: z
            .array(
              z.object({
                id: z.string(),
                rule: z.string(),
                result: z.enum(['passed', 'failed', 'not_run']),
                seen: z.string().nullable().describe('what was seen, or why it was not played'),
                correct: z.string().nullable().describe('how to correct it'),
              }),
            )
            .describe('what failed; the rehearsal itself has the evidence'),
          store: Confirmation.nullable(),
          operator: Confirmation.nullable(),
        })
        .nullable()
        .describe('the latest'),
      missing: z.array(z.string()).describe('what a change to live lacks'),
      flags: z.array(z.string()),
    }),
  ),
  sign_off: z.object({ name: z.string(), words: z.string(), at: Time }).nullable(),
  under_way: z
    .object({
      since: Time,
      by: z.enum(['your shop', 'the operator']),
      step: z.string().nullable().describe('of the check that is played'),
      played: z.int(),
      checks: z.int().describe('of all'),
      ending: z.boolean().describe('whether it was asked to end with what it has'),
      code: z
        .string()
        .nullable()
        .describe(
          'put it into name, company or address_line2 of the address of every sale for the rehearsal',
        ),
      task: z
        .object({ number: z.int(), text: z.string(), expects: Expects })
        .nullable()
        .describe('what your people are to do now; it goes on as its event comes, or with your answer'),
    })
    .nullable()
    .describe('the rehearsal of your shop that is under way'),
});
export type GoLiveRecord = z.output<typeof GoLiveRecord>;
export type CapabilityOfRecord = GoLiveRecord['capabilities'][number];

/** The record of this shop. Null: it is not a shop of the network. */
export async function readRecord(db: Database, contact: Contact): Promise<GoLiveRecord | null> {
  const found = await readGoLive(db, contact.shop);
  return (
    found && {
      environment: found.environment,
      capabilities: found.capabilities.map(({ capability, mode, state, rehearsal, missing, flags }) => ({
        capability,
        mode,
        state,
        rehearsal: rehearsal && {
          id: rehearsal.rehearsalId,
          at: rehearsal.at.toISOString(),
          runner: rehearsal.runner,
          passed: rehearsal.checks.filter(({ result }) => result === 'passed').length,
          failed: rehearsal.open.map(({ id, rule, result, seen, correct }) => ({
            id,
            rule,
            result,
            seen,
            correct,
          })),
          store: confirmationOf(rehearsal.store),
          operator: confirmationOf(rehearsal.operator),
        },
        missing: [...missing],
        flags: [...flags],
      })),
      under_way: await readUnderWay(db, contact),
      sign_off: found.signOff && {
        name: found.signOff.name,
        words: found.signOff.words,
        at: found.signOff.at.toISOString(),
      },
    }
  );
}

async function readUnderWay(db: Database, { shopId }: Contact): Promise<GoLiveRecord['under_way']> {
  const run = await inTransaction(db, (tx) => readRunInProgress(tx, shopId));
  if (run === null) return null;
  const { startedAt, startedBy, step, played, checks, ending, code } = run;
  const { task: text, taskNumber: number } = run;
  const expects = Expects.safeParse(run.taskExpects).data;
  const isOpen = text !== null && expects !== undefined && run.taskAnswer === null;
  return {
    since: startedAt.toISOString(),
    by: startedBy.startsWith('shop:') ? 'your shop' : 'the operator',
    step,
    played,
    checks,
    ending,
    code,
    task: isOpen ? { number, text, expects } : null,
  };
}

function confirmationOf(
  given: { name: string; words: string; at: Date; link: 'mailed' | 'printed' | null } | null,
) {
  return given && { name: given.name, words: given.words, at: given.at.toISOString(), link: given.link };
}
