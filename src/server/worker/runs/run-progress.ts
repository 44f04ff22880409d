import { createHash } from 'node:crypto'

import { defined } from '../../../core/catalog/defined.ts'
import type { ProblemColumn } from '../../../core/catalog/runs/problem-column.ts'
import { inEnglish } from '../../../core/catalog/sentence.ts'
import { wordsOf } from '../../../core/catalog/words.ts'
import type { KnownColumn } from '../../../engine/move/plan/resolve-drift.ts'
import type { MoveEvent, MoveEvents } from '../../../engine/move/run/move-events.ts'
import type { CheckResult, StreamProgress } from '../../../engine/move/run/stream-progress.ts'
import type { Problem } from '../../../engine/ports/connector.ts'
import { columnChanges } from '../../domain/runs/column-changes.ts'
import { type ReceiptedRun, withReceiptHash } from '../../domain/runs/receipt.ts'
import type { EndedStreams } from '../../domain/runs/run-outcome.ts'
import type { ProgressChanges } from '../../domain/runs/save-progress.ts'
import { StreamFailures } from '../../domain/runs/stream-failures.ts'
import { VERSION } from '../../host/version.ts'
import type { StreamColumns } from '../../store/flows/stream-columns.ts'
import type {
  DataCheckRow,
  RenamedColumnRow,
  RunErrorRow,
  RunStreamRow,
  RunTotalsRow,
} from '../../store/runs/run-rows.ts'
import type { StoredServers } from '../../store/runs/run-servers.ts'
import { KeptPace } from './kept-pace.ts'
import { isBalanced, StreamTotals } from './stream-totals.ts'

/** How long runs tell that a column was probably renamed: two weeks. */
const RENAME_TOLD_MS = 14 * 24 * 3_600_000

/** The columns of a stream: those of the source with which the next run compares, and those of the target after this one. */
interface FoundColumns {
  /** Not with those of a dry run: the next run compares with the last one that moved rows. */
  readonly isKept: boolean
  readonly source: readonly KnownColumn[]
  readonly target?: readonly { readonly name: string; readonly type: string }[]
}

type Side = NonNullable<Problem['side']>

/** The data that is not stored yet. */
interface UnstoredProgress extends ProgressChanges {
  /** Called after it is stored: finished streams are then removed from memory. */
  readonly stored: () => void
}

/**
 * The streams of one run in their last reported state, numbered in the order of the plan. A finished stream stays in memory
 * until it is stored, and only its figures after that, because a run may have thousands.
 */
export class RunProgress {
  readonly #run: ReceiptedRun
  readonly #ordinals = new Map<string, number>()
  readonly #streams = new Map<number, StreamProgress>()
  readonly #columns = new Map<string, FoundColumns>()
  #described: ReadonlyMap<string, StreamColumns> = new Map()
  #servers: StoredServers = {}
  readonly #unstored = new Set<number>()
  readonly #totals = new StreamTotals()
  readonly #pace = new KeptPace()
  readonly #failures = new StreamFailures()
  readonly #accounts = new Map<Side, string>()
  #unbalanced: RunStreamRow | undefined
  #isChanged = false
  #isRefused = false

  constructor(run: ReceiptedRun) {
    this.#run = run
  }

  apply(event: Extract<MoveEvent, { kind: 'planned' | 'progress' }>): void {
    for (const stream of event.kind === 'planned' ? event.streams : [event.stream]) this.#keep(stream)
    this.#pace.note(performance.now(), this.#totals.row().rows_read)
    this.#isChanged = true
  }

  /** The columns of this run; for a stream that has succeeded, the next run compares with them if they are kept. */
  setColumns(entity: string, columns: FoundColumns): void {
    this.#columns.set(entity, columns)
  }

  /** The columns of both ends after the last run that succeeded: what has changed since is told with each table that is over. */
  setDescribed(described: readonly StreamColumns[]): void {
    this.#described = new Map(described.map((stream) => [placeOf(stream), stream]))
  }

  /** The versions of the servers at both ends, and which database the destination is, which is kept as a digest. */
  setServers({ destinationId, ...versions }: MoveEvents['servers']): void {
    this.#servers = { ...versions, destinationId: createHash('sha256').update(destinationId).digest('hex') }
  }

  /** A dry run has found that a run would not begin. */
  refuse(): void {
    this.#isRefused = true
  }

  /** The account with which a connection signs in; errors at that end name it from then on. */
  signIn(side: Side, account: string | undefined): void {
    if (account !== undefined) this.#accounts.set(side, account)
  }

  /** The stored part of a problem, with the account at its end. */
  errorOf(problem: StoredProblem, stream?: string): RunErrorRow {
    const account = problem.side && this.#accounts.get(problem.side)
    return { ...defined({ account }), ...runError(problem, stream) }
  }

  /** After the end of a run nothing is active. */
  end(): void {
    for (const stream of [...this.#streams.values()])
      if (!isOver(stream)) this.#keep({ ...stream, status: 'cancelled' })
  }

  /** Whether anything was reported since the last call. */
  takeChanged(): boolean {
    const isChanged = this.#isChanged
    this.#isChanged = false
    return isChanged
  }

  changes(): UnstoredProgress {
    const streams = Array.from(this.#unstored).flatMap((ordinal) => {
      const stream = this.#streams.get(ordinal)
      return stream ? [{ ordinal, stream }] : []
    })
    return {
      streams: streams.map(({ ordinal, stream }) => ({
        ordinal,
        stream: this.#row(stream),
      })),
      columns: streams.flatMap(({ stream: { entity, target, status, rowsWritten, rowsLeftOut = 0 } }) => {
        const columns = this.#columns.get(entity)
        if (status !== 'succeeded' || !columns?.isKept) return []
        // The next run compares the number of its rows before they are put in place.
        const rows = rowsWritten + rowsLeftOut
        return [{ entity, target, columns: columns.source, target_columns: columns.target ?? null, rows }]
      }),
      servers: { millrace: VERSION, ...this.#servers },
      totals: this.#totalsRow(),
      pace: this.#pace.take(),
      stored: () => {
        for (const { ordinal, stream } of streams)
          if (this.#streams.get(ordinal) === stream) this.#forget(ordinal, stream)
      },
    }
  }

  /** The data on which its outcome depends. */
  ended(): EndedStreams {
    return { totals: this.#totalsRow(), failures: this.#failures, unbalanced: this.#unbalanced }
  }

  status(): 'running' | 'committing' {
    return this.#totals.status()
  }

  #totalsRow(): RunTotalsRow {
    return { ...this.#totals.row(), ...defined({ would_stop: this.#isRefused || undefined }) }
  }

  #keep(stream: StreamProgress): void {
    const known = this.#ordinals.get(stream.entity)
    const ordinal = known ?? this.#ordinals.size
    const before = this.#streams.get(ordinal)
    // It had ended and is stored: it does not change any more.
    if (known !== undefined && (!before || isOver(before))) return
    this.#ordinals.set(stream.entity, ordinal)
    this.#streams.set(ordinal, stream)
    this.#unstored.add(ordinal)
    const row = this.#row(stream)
    this.#totals.replace(before && this.#row(before), row)
    if (row.status === 'failed' && row.error) this.#failures.add(ordinal, row.error)
    if (row.status === 'succeeded' && !isBalanced(row)) this.#unbalanced ??= row
  }

  #changedColumns(stream: StreamProgress, problem: readonly ProblemColumn[]) {
    const before = this.#described.get(placeOf(stream))
    const after = this.#columns.get(stream.entity)?.source
    const present = (columns: readonly KnownColumn[]) => columns.filter(({ gone }) => !gone)
    return columnChanges({
      source: before && after && { before: present(before.columns), after: present(after) },
      target: before?.target_columns ?? undefined,
      problem,
    })
  }

  /** One that nobody answers is probably none, so it is not told for ever. */
  #renamedColumns({ entity }: StreamProgress): readonly RenamedColumnRow[] {
    const since = new Date(Date.now() - RENAME_TOLD_MS).toISOString()
    return (this.#columns.get(entity)?.source ?? []).flatMap(({ name, renamedTo: to, renamedAt = '' }) =>
      to !== undefined && renamedAt > since ? [{ name, to }] : [],
    )
  }

  #forget(ordinal: number, stream: StreamProgress): void {
    this.#unstored.delete(ordinal)
    if (!isOver(stream)) return
    this.#streams.delete(ordinal)
    this.#columns.delete(stream.entity)
  }

  #row(stream: StreamProgress): RunStreamRow {
    const error = stream.error && this.errorOf(stream.error, stream.entity)
    const hasEnded = error || stream.status === 'succeeded'
    const changed = hasEnded ? this.#changedColumns(stream, stream.error?.columns ?? []) : []
    const renamed = stream.status === 'succeeded' ? this.#renamedColumns(stream) : []
    const row = {
      ...toRow(stream),
      ...defined({
        error,
        column_changes: changed.length > 0 ? changed : undefined,
        renamed_columns: renamed.length > 0 ? renamed : undefined,
      }),
    }
    return isOver(stream) ? withReceiptHash(this.#run, row) : row
  }
}

const placeOf = ({ entity, target }: Pick<StreamProgress, 'entity' | 'target'>) => JSON.stringify([entity, target])

const isOver = ({ status }: StreamProgress) => status === 'succeeded' || status === 'failed' || status === 'cancelled'

const windowRow = (window: StreamProgress['window']): Pick<RunStreamRow, 'window'> =>
  window === undefined
    ? {}
    : {
        window: defined({
          cursor: window.cursor,
          from: window.from,
          until: window.until,
          empty_rows: window.empty?.rows,
          empty_rows_read: window.empty?.areRead,
          rows_ahead: window.ahead,
        }),
      }

const receiptRow = ({
  check,
  dataChecks,
  phases,
  keysCompared,
  cursorBefore,
}: StreamProgress): Pick<RunStreamRow, 'receipt'> => {
  if (!check && !phases && !dataChecks) return {}
  return {
    receipt: defined({
      check,
      data_checks: dataChecks?.map(checkRow),
      phases,
      keys_compared: keysCompared,
      cursor_before: cursorBefore,
    }),
  }
}

const toRow = (stream: StreamProgress): RunStreamRow => ({
  entity: stream.entity,
  target: stream.target,
  status: stream.status,
  rows_read: stream.rowsRead,
  rows_filtered: stream.rowsFiltered,
  rows_rejected: stream.rowsRejected,
  rows_written: stream.rowsWritten,
  ...defined({
    rows_added: stream.rowsAdded,
    rows_removed: stream.rowsRemoved,
    rows_marked: stream.rowsMarked,
    rows_left_out: stream.rowsLeftOut,
  }),
  bytes: stream.bytes,
  ...defined({ estimated_rows: stream.estimatedRows }),
  ...windowRow(stream.window),
  ...defined({ notes: stream.notes?.map(inEnglish), note_sentences: stream.notes }),
  ...receiptRow(stream),
  ...defined({
    difference: stream.difference,
    compared_columns: stream.comparedColumns,
    uncompared_columns: stream.uncomparedColumns,
    has_message: stream.hasMessage,
  }),
})

const checkRow = ({ message, ...result }: CheckResult): DataCheckRow => ({ ...result, ...wordsOf({ message }) })

/** A problem of the engine, or of the server, which has its own codes. */
export type StoredProblem = Omit<Problem, 'code' | 'retryable'> & {
  readonly code: string
  readonly retryable?: boolean
}

/** The stored and displayed part of a problem. */
export const runError = ({ retryable: _, message, hint, ...kept }: StoredProblem, stream?: string): RunErrorRow => ({
  ...kept,
  ...wordsOf(defined({ message, hint })),
  ...defined({ stream }),
})
