import type { RunLogFilter, RunLogLine } from './run.ts'

/** Whether the server would list the line under the filter. */
export const fitsLog = ({ level, message, entity = '', origin }: RunLogLine, filter: RunLogFilter): boolean =>
  (filter.level === undefined || level === filter.level) &&
  (filter.origin === undefined || origin === filter.origin) &&
  (filter.entity === undefined || entity === filter.entity) &&
  (filter.search === undefined || `${entity} ${message}`.toLowerCase().includes(filter.search.toLowerCase()))

/** A line of text each: when, how grave, which table, what; fit for any tool that reads logs. */
export const logText = (lines: readonly RunLogLine[]): string =>
  lines
    .map(({ at, level, entity, message }) =>
      [at, level.toUpperCase(), ...(entity === undefined ? [] : [entity]), oneLine(message)].join('  '),
    )
    .map((line) => `${line}\n`)
    .join('')

const oneLine = (message: string) => message.replaceAll(/\s*[\r\n]+\s*/g, ' ⏎ ')
