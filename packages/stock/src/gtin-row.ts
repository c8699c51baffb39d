import { z } from 'zod';

export const GtinRow = z.object({ gtin: z.string() });
