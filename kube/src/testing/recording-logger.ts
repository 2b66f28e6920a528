import type { Logger } from '../logger.ts';

export interface LogLine {
  level: keyof Logger;
  fields: Record<string, unknown>;
  message: string;
}

/** A logger that records its lines for assertions. */
export class RecordingLogger implements Logger {
  readonly lines: LogLine[] = [];

  debug(fields: object, message: string): void {
    this.#add('debug', fields, message);
  }

  info(fields: object, message: string): void {
    this.#add('info', fields, message);
  }

  warn(fields: object, message: string): void {
    this.#add('warn', fields, message);
  }

  error(fields: object, message: string): void {
    this.#add('error', fields, message);
  }

  /** Returns the messages of one level. */
  messages(level: keyof Logger): string[] {
    return this.lines.filter((line) => line.level === level).map(({ message }) => message);
  }

  #add(level: keyof Logger, fields: object, message: string): void {
    this.lines.push({ level, fields: { ...fields }, message });
  }
}
