import type { RunLogFilter, RunLogLine } from './run.ts'

/** Whether the server would list the line with the filter. */
export const fitsLog = ({ level, message, entity = '', origin }: RunLogLine, filter: RunLogFilter): boolean =>
  (filter.level === undefined || level === filter.level) &&
  (filter.origin === undefined || origin === filter.origin) &&
  (filter.entity === undefined || entity === filter.entity) &&
  (filter.search === undefined || `${entity} ${message}`.toLowerCase().includes(filter.search.toLowerCase()))

/** One line of text each, with time, severity, table and message; suitable for log tools. */
export const logText = (lines: readonly RunLogLine[]): string =>
  lines
    .map(({ at, level, entity, message }) =>
      [at, level.toUpperCase(), ...(entity === undefined ? [] : [entity]), oneLine(message)].join('  '),
    )
    .map((line) => `${line}\n`)
    .join('')

const oneLine = (message: string) => message.replaceAll(/\s*[\r\n]+\s*/g, ' ⏎ ')
