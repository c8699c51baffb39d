import { z } from 'zod';

const LogLine = z.object({
  message: z.string(),
  error: z.object({ message: z.string() }).optional(),
});

/** The message of a service's log line, for people; any other text as it is. */
export function asPlainText(line: string): string {
  try {
    const { message, error } = LogLine.parse(JSON.parse(line));
    return error ? `${message}: ${error.message}` : message;
  } catch {
    return line;
  }
}
