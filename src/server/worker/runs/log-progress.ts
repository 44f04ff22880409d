import type { RunKind } from '../../../core/catalog/runs/run-kinds.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { MoveEvent } from '../../../engine/move/run/move-events.ts'
import type { StreamProgress } from '../../../engine/move/run/stream-progress.ts'
import { FEW_STREAMS } from '../../store/runs/runs.ts'
import type { RunJournal } from './run-journal.ts'

/** A log that is silent for longer looks like a run that hangs. */
const EVERY_MS = 5_000

/** After this many lines a run is a long one, and gets fewer: an hour has 170 of them. */
const CLOSE_LINES = 120
const LATER_MS = 60_000

interface Clock {
  now(): number
  every(milliseconds: number, act: () => void): () => void
}

const CLOCK: Clock = {
  now: () => performance.now(),
  every: (milliseconds, act) => {
    const timer = setInterval(act, milliseconds).unref()
    return () => clearInterval(timer)
  },
}

/** Says in the log how far a run is while its tables say nothing: one line for the run, about the table that moves most. */
export function makeLogProgress(journal: Pick<RunJournal, 'log'>, kind: RunKind, clock: Clock = CLOCK) {
  const streams = new Map<string, StreamProgress>()
  const told = new Map<string, number>()
  let tables = 0
  let over = 0
  let lines = 0
  let at = clock.now()

  const logIfDue = () => {
    const now = clock.now()
    if (streams.size === 0 || now - at < (lines < CLOSE_LINES ? EVERY_MS : LATER_MS)) return
    const seconds = (now - at) / 1_000
    at = now
    lines++
    if (tables > FEW_STREAMS) {
      journal.log('info', sentence`${over} of ${tables} tables are over.`)
      return
    }
    const moved = ({ entity, rowsRead }: StreamProgress) => rowsRead - (told.get(entity) ?? 0)
    const [first] = [...streams.values()].toSorted((one, other) => moved(other) - moved(one))
    // Rows of an earlier attempt are there at once, and are no speed.
    const rate = first && told.has(first.entity) ? moved(first) / seconds : undefined
    if (first) journal.log('info', lineOf(first, kind, rate), { entity: first.entity })
    for (const { entity, rowsRead } of streams.values()) told.set(entity, rowsRead)
  }
  const stop = clock.every(1_000, logIfDue)

  return {
    apply(event: Extract<MoveEvent, { kind: 'planned' | 'progress' }>): void {
      if (event.kind === 'planned') {
        tables = event.streams.length
        return
      }
      const { entity, status } = event.stream
      if (status === 'running' || status === 'committing') streams.set(entity, event.stream)
      else if (streams.delete(entity)) over++
    },
    close: stop,
  }
}

function lineOf(
  { status, phases, rowsRead, estimatedRows = 0 }: StreamProgress,
  kind: RunKind,
  perSecond?: number,
): Sentence {
  if (kind === 'compare' || (kind === 'dry-run' && status === 'committing'))
    return sentence`Both sides are being compared.`
  if (status === 'committing') return sentence`The rows are being made visible.`
  if (phases?.moving !== undefined) return sentence`The rows are being checked.`
  if (rowsRead === 0) return sentence`No row has come yet.`
  const isRough = estimatedRows > rowsRead
  const rate = perSecond === undefined ? 0 : rounded(perSecond)
  if (rate === 0)
    return isRough ? sentence`${rowsRead} of about ${estimatedRows} rows read.` : sentence`${rowsRead} rows read.`
  return isRough
    ? sentence`${rowsRead} of about ${estimatedRows} rows read, ${rate} a second.`
    : sentence`${rowsRead} rows read, ${rate} a second.`
}

/** Two digits are enough to compare speeds. */
const rounded = (value: number): number => Number(value.toPrecision(2))
