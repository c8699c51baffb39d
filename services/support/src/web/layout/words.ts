import { StorableText } from '@hub/contract';
import { z } from 'zod';

/** A text that a person writes, as far as the database can hold it. @param longest characters */
export const Words = (longest: number) => z.string().trim().max(longest).pipe(StorableText);

/** The same, and something of it. */
export const FilledWords = (longest: number) => z.string().trim().min(1).max(longest).pipe(StorableText);
