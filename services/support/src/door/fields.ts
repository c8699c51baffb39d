import { StorableText } from '@hub/contract';
import { z } from 'zod';

/** An id or a reference as somebody sends it: any text that the database can hold. */
export const Name = z.string().min(1).max(255).pipe(StorableText);

/** A text that a person writes. @param longest characters */
export const Words = (longest: number) => z.string().trim().max(longest).pipe(StorableText);

/** The same, and something of it. */
export const FilledWords = (longest: number) => z.string().trim().min(1).max(longest).pipe(StorableText);

/** Where a list goes on, as its page before said. */
export const After = z.string().max(400).pipe(StorableText).optional();
