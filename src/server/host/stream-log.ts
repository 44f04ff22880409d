import type { Log, LogFields } from './log.ts'
import { logContext } from './log-context.ts'
import { errorCode } from './start-failure.ts'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export const LOG_FORMATS = ['text', 'json'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]

interface Output {
  readonly isTTY?: boolean
  /** Bytes that nobody has read yet. */
  readonly writableLength?: number
  write(text: string): unknown
}

/** In bytes. If the reader of the log stops reading, runs continue, and unread lines must not fill the memory. */
const MAX_WAITING = 4 << 20

/**
 * A log on a stream: sentences for a person at a terminal, one JSON object per line for everything else. Each line also
 * has the call or run in which it was written (log-context.ts).
 */
export function makeStreamLog(output: Output, lowest: LogLevel, format?: LogFormat): Log {
  const render = (format ?? (output.isTTY ? 'text' : 'json')) === 'text' ? sentence : json
  let leftOut = 0
  const write = (level: LogLevel, message: string, fields: LogFields) => {
    if ((output.writableLength ?? 0) > MAX_WAITING) {
      leftOut++
      return
    }
    const lines = leftOut
    leftOut = 0
    if (lines > 0) write('warn', 'the log was not taken for a while', { linesLeftOut: lines })
    output.write(`${render(new Date().toISOString(), level, message, fields)}\n`)
  }
  const from = (level: LogLevel) =>
    LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(lowest)
      ? () => {}
      : (message: string, fields: LogFields = {}) => {
          write(level, message, plainFields({ ...logContext(), ...fields }))
        }

  return {
    debug: from('debug'),
    info: from('info'),
    warn: from('warn'),
    error: from('error'),
  }
}

const json = (time: string, level: LogLevel, message: string, fields: LogFields) =>
  visible(JSON.stringify({ ...fields, time, level, message }))

function sentence(time: string, level: LogLevel, message: string, fields: LogFields): string {
  const details = Object.entries(fields).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
  return visible(`${time.slice(11, 19)} ${level.padEnd(5)} ${message}${details.join('')}`)
}

/**
 * Texts of outside systems must not change how a line of the log is read: control characters, and those that turn the direction of the text
 * around (Unicode TR 36, section 2.2), are written as escapes.
 */
const visible = (line: string): string =>
  line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )

/** Keeps plain values, and of an error only the parts that identify it, because drivers attach queries, rows and passwords. */
export function plainFields(fields: LogFields): LogFields {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Error) {
      kept[name] = value.stack ?? value.message
      const code = errorCode(value)
      if (code !== undefined) kept[`${name}Code`] = code
    } else if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
      kept[name] = value
    }
  }
  return kept
}
