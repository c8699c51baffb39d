import {
  createLogger as createWinstonLogger,
  format,
  transports,
  type Logger as WinstonLogger,
} from 'winston';
import { redactFields, redactText } from './redact';
import { isTraced } from './tracing/spans';
import { traceIdOf } from './tracing/trace-ids';

export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

/** Fields besides the message. `time`, `level`, `service` and `message` are the line's own and cannot be given. */
export type LogFields = Readonly<Record<string, unknown>> & {
  readonly time?: never;
  readonly level?: never;
  readonly service?: never;
  readonly message?: never;
};

/** Writes one JSON line for each record; an error goes in as a field (`{ error }`). */
export interface Logger {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  /** A logger that adds these fields (such as `correlation`) to every line. */
  child(fields: LogFields): Logger;
}

export interface LoggerOptions {
  service: string;
  level: LogLevel;
  /** The output of lines: standard output by default. */
  stream?: NodeJS.WritableStream;
}

const NO_FIELDS: LogFields = {};

/** A logger of JSON lines `{ time, level, service, message, correlation, … }` without secrets and personal data (D29). */
export function createLogger({ service, level, stream = process.stdout }: LoggerOptions): Logger {
  outliveReader(stream);
  const sink = createWinstonLogger({
    level,
    levels: { error: 0, warn: 1, info: 2, debug: 3 },
    format: format.printf((record) => toLine(service, record)),
    transports: [new transports.Stream({ stream, eol: '\n' })],
  });
  return loggerOver(sink, NO_FIELDS);
}

/**
 * The log's reader may die before the service: its lines are lost then, without further effect. One listener is enough,
 * even if another logger set it: the stream lives as long as the process, and so do its listeners.
 */
function outliveReader(stream: NodeJS.WritableStream): void {
  if (stream.listenerCount('error') === 0) stream.on('error', () => undefined);
}

function loggerOver(sink: WinstonLogger, bound: LogFields): Logger {
  const writer =
    (level: LogLevel) =>
    (message: string, fields: LogFields = NO_FIELDS) => {
      // The fields go under one key: winston would join a field `message` to the message.
      if (sink.isLevelEnabled(level)) sink.log({ level, message, fields: { ...bound, ...fields } });
    };
  return {
    error: writer('error'),
    warn: writer('warn'),
    info: writer('info'),
    debug: writer('debug'),
    child: (fields) => loggerOver(sink, { ...bound, ...fields }),
  };
}

interface LogRecord {
  level: string;
  message: unknown;
  fields?: LogFields;
}

/** The line itself. A record that cannot be written (a getter that throws) still leaves its message. */
function toLine(service: string, { level, message, fields }: LogRecord): string {
  const time = new Date().toISOString();
  const line: Record<string, unknown> = { time, level, service, message: redactText(String(message)) };
  try {
    // A loop, not spreads: three of them cost more than the rest of the line.
    for (const [key, value] of Object.entries(redactFields(fields ?? NO_FIELDS))) {
      if (!Object.hasOwn(line, key)) line[key] = value;
    }
    const { correlation } = line;
    // As OpenTelemetry names it, so that a line leads to its trace.
    if (typeof correlation === 'string' && isTraced(correlation)) line['trace_id'] = traceIdOf(correlation);
    return JSON.stringify(line);
  } catch {
    return JSON.stringify({ time, level, service, message: line['message'], unwritable: true });
  }
}
