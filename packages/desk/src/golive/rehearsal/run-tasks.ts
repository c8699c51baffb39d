import { setTimeout as wait } from 'node:timers/promises';
import type { Prompt, Prompter } from '@hub/conformance';
import type { Database } from '@hub/database';
import { action } from '../../engine/action';
import { z } from 'zod';
import type { RunUnderWay } from './rehearse-shop';

const POLL_MS = 1_000;

/**
 * Asks the store's people through the row of the run: its viewers see the current task, and answer there, at any copy
 * of the service. A short database outage costs no step. A question whose event has arrived is withdrawn while the next
 * is already asked: each writes and reads only under its own number.
 */
export function runTasks(db: Database, run: RunUnderWay, pollMs: number = POLL_MS): Prompter {
  const { id } = run;
  const clear = { task: null, taskExpects: null, taskAnswer: null };
  let latest = 0;
  /** Writes the question, once, and reads whether it was answered; retries while the database is unavailable. */
  const step = async (
    { text, expects }: Prompt,
    asked: { taskNumber: number; isWritten: boolean },
  ): Promise<string | null> => {
    const { taskNumber } = asked;
    if (!asked.isWritten) {
      const data = { ...clear, task: text, taskExpects: expects, taskNumber };
      await db.rehearsalRun.updateMany({ where: { id, taskNumber: { lt: taskNumber } }, data });
      asked.isWritten = true;
    }
    const row = await db.rehearsalRun.findFirst({ where: { id } });
    if (row?.ending) run.end();
    return row?.taskNumber === taskNumber ? row.taskAnswer : null;
  };
  return {
    async ask(prompt, signal) {
      latest += 1;
      const asked = { taskNumber: latest, isWritten: false };
      let answer: string | null = null;
      while (answer === null && !signal.aborted) {
        answer = await step(prompt, asked).catch(() => null);
        if (answer === null) await wait(pollMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
      const where = { id, taskNumber: asked.taskNumber };
      await db.rehearsalRun.updateMany({ where, data: clear }).catch(() => undefined);
      return answer;
    },
    close: () => undefined,
  };
}

/** The possible answers to a prompt, as its prompter understands them. */
const ANSWERS: Record<Prompt['expects'], (said: SaidOfTask) => string | null> = {
  event: ({ answer }) => (answer === 'done' ? '' : null),
  done: ({ answer }) => (answer === 'done' ? '' : null),
  number: ({ figure }) => (figure !== undefined && Number.isInteger(figure) ? String(figure) : null),
  amount: ({ figure }) => (figure === undefined ? null : String(figure)),
  yes_or_no: ({ answer }) => (answer === 'yes' || answer === 'no' ? answer.slice(0, 1) : null),
};
export const Expects = z.enum(['event', 'done', 'number', 'amount', 'yes_or_no']);

const Answer = z.strictObject({
  shop: z.string().min(1).max(255),
  /** The step, as it was shown. */
  task: z.number(),
  answer: z.enum(['done', 'skip', 'yes', 'no', 'figure']),
  figure: z.number().optional(),
});
type SaidOfTask = z.output<typeof Answer>;

/** Why an answer is refused, as labels. */
const ANSWER_REFUSALS = {
  over: 'this step is over: look at what is to be done now',
  other_answer: 'this step asks for another kind of answer',
} as const;
const refused = (why: string) => ({ kind: 'refused', says: `Not noted: ${why}.`, why }) as const;

/** The answer of a shop's people to the current question of its rehearsal (D32). */
export const answerTask = action({
  names: { 'golive.answer_task': 'answered what a rehearsal asked' },
  role: 'shop',
  note: 'none',
  input: Answer,
  ofShop: () => true,
  async run(tx, said, { shop }) {
    const { task, answer } = said;
    const row =
      shop &&
      (await tx.rehearsalRun.findFirst({
        where: { shopId: shop.id, taskNumber: task, taskAnswer: null },
      }));
    const expects = Expects.safeParse(row?.taskExpects).data;
    if (!row || !expects) return refused(ANSWER_REFUSALS.over);
    const taskAnswer = answer === 'skip' ? 's' : ANSWERS[expects](said);
    if (taskAnswer === null) return refused(ANSWER_REFUSALS.other_answer);
    const { count } = await tx.rehearsalRun.updateMany({
      where: { id: row.id, taskNumber: task, task: { not: null }, taskAnswer: null },
      data: { taskAnswer },
    });
    if (count === 0) return refused(ANSWER_REFUSALS.over);
    const done = 'Noted: the rehearsal goes on.';
    const record = { subjects: [`shop:${said.shop}`], detail: { task: row.task, answer } };
    return { kind: 'done', says: done, answer: { done }, record };
  },
});

/** The rehearsal in progress ends with its results so far; what it created at the store is removed. */
export const endRehearsal = action({
  names: { 'golive.end_rehearsal': 'ended a rehearsal early' },
  role: 'shop',
  note: 'none',
  input: z.strictObject({ shop: z.string().min(1).max(255) }),
  ofShop: () => true,
  async run(tx, { shop: slug }, { shop }) {
    const ended =
      shop && (await tx.rehearsalRun.updateMany({ where: { shopId: shop.id }, data: { ending: true } }));
    if (!ended || ended.count === 0) return refused('no rehearsal is under way');
    const done = 'It ends, and takes back what it made at your store.';
    return { kind: 'done', says: done, answer: { done }, record: { subjects: [`shop:${slug}`] } };
  },
});
