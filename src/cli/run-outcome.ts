import type { RunResponse } from '../contract/runs.ts'
import { isFinal, RUN_STATUSES } from '../core/catalog/runs/run-states.ts'
import { type RunVerdict, verdictOf } from '../core/catalog/runs/verdict/run-verdict.ts'
import { verdictWords } from '../core/catalog/runs/verdict/verdict-words.ts'
import { SKIPPED } from '../core/catalog/schedules/schedule-rules.ts'
import { inEnglish } from '../core/catalog/sentence.ts'
import { inColour } from './in-colour.ts'
import { countText, differenceText } from './row-counts.ts'

/** The exit codes by which a script tells how a run ended; docs/api.md lists them. */
const EXIT_CODES: Readonly<Record<string, number>> = {
  succeeded: 0,
  failed: 10,
  partially_succeeded: 11,
  cancelled: 12,
}

export const exitCodeOf = ({ status }: Pick<RunResponse, 'status'>): number => EXIT_CODES[status] ?? 10

export const isOver = ({ status }: Pick<RunResponse, 'status'>): boolean => {
  const known = RUN_STATUSES.find((candidate) => candidate === status)
  return known === undefined || isFinal(known)
}

const BAR_CELLS = 24

/** A bar for a terminal; nothing while nobody knows how many rows will come. */
export function progressBar(run: RunResponse): string {
  const { rows, expected } = rowsOf(run)
  if (expected === 0 || rows > expected) return ''
  const done = Math.round((rows / expected) * BAR_CELLS)
  return `${'█'.repeat(done)}${'░'.repeat(BAR_CELLS - done)} ${Math.floor((rows / expected) * 100)} %  `
}

const rowsOf = ({ streams = [], totals }: RunResponse) => ({
  rows: totals?.rows_read ?? streams.reduce((sum, stream) => sum + stream.rows_read, 0),
  expected: totals?.estimated_rows ?? 0,
})

/** One line about a run that goes on. */
export function progressLine(run: RunResponse): string {
  const { rows, expected } = rowsOf(run)
  const share = expected > 0 && rows <= expected ? ` of about ${countText(expected)}` : ''
  return `${stateOf(run)}: ${countText(rows)} rows read${share}`
}

/** What became of a run: one line for the whole, and one for each table. */
export const outcomeLines = (run: RunResponse): readonly string[] => [
  outcomeLine(run),
  ...(run.streams ?? []).map((stream) => `  ${tableLine(stream)}`),
]

export function outcomeLine(run: RunResponse): string {
  const { id, error } = run
  const hint = error?.hint ? ` ${error.hint}` : ''
  return `Run ${id}: ${inColour(colourOf(run), stateOf(run))}${error ? ` – ${error.message}${hint}` : ''}`
}

function verdict(run: RunResponse): RunVerdict | undefined {
  const { verify, dry, streams = [], totals, error } = run
  const status = RUN_STATUSES.find((known) => known === run.status)
  const countOf = (...states: readonly string[]) => streams.filter((stream) => states.includes(stream.status)).length
  const sum = (name: 'rows_read' | 'rows_rejected') => streams.reduce((rows, stream) => rows + stream[name], 0)
  return (
    status &&
    verdictOf({
      status,
      kind: verify ? 'compare' : dry ? 'dry-run' : 'move',
      isSkipped: error?.code === SKIPPED,
      tables: totals?.streams ?? streams.length,
      tablesOver: totals ? totals.succeeded + totals.failed : countOf('succeeded', 'failed', 'cancelled'),
      isReading: countOf('pending', 'running') > 0,
      rowsRead: totals?.rows_read ?? sum('rows_read'),
      rowsRejected: totals?.rows_rejected ?? sum('rows_rejected'),
      rowsDiffering: totals?.rows_differing,
      wouldStop: totals?.would_stop,
    })
  )
}

/** A state of a newer server is told as it is. */
const stateOf = (run: RunResponse): string => {
  const known = verdict(run)
  return known ? inEnglish(verdictWords(known)) : run.status
}

const COLOURS: Readonly<Partial<Record<RunVerdict['tone'], string>>> = {
  success: 'succeeded',
  warning: 'warning',
  danger: 'failed',
}

const colourOf = (run: RunResponse): string => COLOURS[verdict(run)?.tone ?? 'neutral'] ?? run.status

type Table = NonNullable<RunResponse['streams']>[number]

export function tableLine({ rows_written: written, rows_rejected: rejected, difference, ...table }: Table): string {
  const { entity, target, status, error } = table
  const change = difference
    ? differenceText(difference)
    : `${countText(written)} rows${rejected > 0 ? `, ${countText(rejected)} rejected` : ''}`
  return `${entity} → ${target}: ${inColour(status)}, ${change}${error ? ` – ${error.message}` : ''}`
}
