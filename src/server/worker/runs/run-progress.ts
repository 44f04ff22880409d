import type { MoveEvent, StreamProgress } from '../../../engine/move/move.ts'
import type { Problem } from '../../../engine/ports/connector.ts'
import type { RunErrorRow, RunStreamRow } from '../../store/runs/runs.ts'

/** The streams of one run as the engine last reported them, in the order of the plan. */
export class RunProgress {
  readonly #streams = new Map<string, RunStreamRow>()
  #isChanged = false

  apply(event: Extract<MoveEvent, { kind: 'planned' | 'progress' }>): void {
    const streams = event.kind === 'planned' ? event.streams : [event.stream]
    for (const stream of streams) this.#streams.set(stream.entity, toRow(stream))
    this.#isChanged = true
  }

  /** Whether anything was reported since the last time this was asked. */
  takeChanged(): boolean {
    const isChanged = this.#isChanged
    this.#isChanged = false
    return isChanged
  }

  rows(): RunStreamRow[] {
    return [...this.#streams.values()]
  }

  /** A run commits while any of its streams does. */
  status(): 'running' | 'committing' {
    return this.rows().some(({ status }) => status === 'committing') ? 'committing' : 'running'
  }
}

const windowRow = (window: StreamProgress['window']): Pick<RunStreamRow, 'window'> =>
  window === undefined
    ? {}
    : {
        window: {
          cursor: window.cursor,
          ...(window.from !== undefined && { from: window.from }),
          ...(window.until !== undefined && { until: window.until }),
          ...(window.empty && { empty_rows: window.empty.rows, empty_rows_read: window.empty.areRead }),
          ...(window.ahead !== undefined && { rows_ahead: window.ahead }),
        },
      }

const toRow = (stream: StreamProgress): RunStreamRow => ({
  entity: stream.entity,
  target: stream.target,
  status: stream.status,
  rows_read: stream.rowsRead,
  rows_filtered: stream.rowsFiltered,
  rows_rejected: stream.rowsRejected,
  rows_written: stream.rowsWritten,
  ...(stream.rowsAdded !== undefined && { rows_added: stream.rowsAdded }),
  bytes: stream.bytes,
  ...(stream.estimatedRows !== undefined && { estimated_rows: stream.estimatedRows }),
  ...windowRow(stream.window),
  ...(stream.notes && { notes: stream.notes }),
  ...((stream.check || stream.phases) && {
    receipt: {
      ...(stream.check && { check: stream.check }),
      ...(stream.phases && { phases: stream.phases }),
      ...(stream.cursorBefore !== undefined && { cursor_before: stream.cursorBefore }),
    },
  }),
  ...(stream.difference && { difference: stream.difference }),
  ...(stream.hasMessage && { has_message: true }),
  ...(stream.error && { error: runError(stream.error, stream.entity) }),
})

/** What is kept and shown of a problem. */
export const runError = ({ retryable: _, ...kept }: Problem, stream?: string): RunErrorRow => ({
  ...kept,
  ...(stream !== undefined && { stream }),
})
