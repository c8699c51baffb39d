import { Instant, StorableText } from '@hub/contract';
import { z } from 'zod';

const NS_PER_MS = 1_000_000n;
const LONGEST_REASON = 500;
const REASON_FAULT = `write down why, in at most ${LONGEST_REASON} characters`;
const UNTIL_FAULT = 'the end must be a time in UTC, such as 2026-12-07T08:00Z';

/** To the minute, as a browser's field sends it. */
const TO_THE_MINUTE = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})Z?$/;

/** When a pause ends, as a person or a program writes it; always in UTC (D38). */
export const PauseUntil = z
  .string(UNTIL_FAULT)
  .trim()
  .transform((text, context): Date => {
    const read = Instant.safeParse(text.replace(TO_THE_MINUTE, '$1:00Z'));
    if (read.success) return new Date(Number(read.data / NS_PER_MS));
    context.addIssue({ code: 'custom', message: UNTIL_FAULT });
    return z.NEVER;
  });

/** Why a shop pauses, without personal data: support and the shop read it. */
export const PauseReason = z
  .string(REASON_FAULT)
  .trim()
  .min(1, REASON_FAULT)
  .max(LONGEST_REASON, REASON_FAULT)
  .pipe(StorableText);
