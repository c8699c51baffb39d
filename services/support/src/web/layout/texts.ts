import { StorableText } from '@hub/contract';
import { z } from 'zod';

/** A text that a person writes, if the database can hold it. @param longest characters */
export const OptionalText = (longest: number) => z.string().trim().max(longest).pipe(StorableText);

/** The same, but not empty. */
export const FilledText = (longest: number) => z.string().trim().min(1).max(longest).pipe(StorableText);
