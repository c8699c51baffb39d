import { setTimeout as wait } from 'node:timers/promises';
import type { Prompt, Prompter } from '@hub/conformance';
import { inTransaction, type Database } from '@hub/database';
import { recordActions } from '@hub/support-desk';
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
  /** Writes the question, once, and reads whether it was answered; retries while the database is away. */
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

export interface SaidOfTask {
  /** The step, as it was shown. */
  task: number;
  answer: 'done' | 'skip' | 'yes' | 'no' | 'figure';
  figure?: number | undefined;
}

/** Why an answer is refused, as labels. */
export const ANSWER_REFUSALS = {
  over: 'this step is over: look at what is to be done now',
  other_answer: 'this step asks for another kind of answer',
} as const;

/** Records the people's answer to a run's current question. @returns why it does not count; null: it does */
export async function answerTask(
  db: Database,
  said: SaidOfTask & { shopId: number; shop: string; actor: string },
): Promise<keyof typeof ANSWER_REFUSALS | null> {
  const { shopId, task, answer } = said;
  return inTransaction(db, async (tx) => {
    const row = await tx.rehearsalRun.findFirst({ where: { shopId, taskNumber: task, taskAnswer: null } });
    const expects = Expects.safeParse(row?.taskExpects).data;
    if (!row || !expects) return 'over';
    const taskAnswer = answer === 'skip' ? 's' : ANSWERS[expects](said);
    if (taskAnswer === null) return 'other_answer';
    const { count } = await tx.rehearsalRun.updateMany({
      where: { id: row.id, taskNumber: task, task: { not: null }, taskAnswer: null },
      data: { taskAnswer },
    });
    if (count === 0) return 'over';
    const { shop, actor } = said;
    const detail = { task: row.task, answer };
    await recordActions(tx, { actor, action: 'golive.answer_task', subjects: [`shop:${shop}`], detail });
    return null;
  });
}

/** Makes the run of a shop end with its results so far. @returns false: there is none */
export async function endRunEarly(
  db: Database,
  asked: { shopId: number; shop: string; actor: string },
): Promise<boolean> {
  const { shopId, shop, actor } = asked;
  return inTransaction(db, async (tx) => {
    const { count } = await tx.rehearsalRun.updateMany({ where: { shopId }, data: { ending: true } });
    if (count === 0) return false;
    await recordActions(tx, { actor, action: 'golive.end_rehearsal', subjects: [`shop:${shop}`] });
    return true;
  });
}
