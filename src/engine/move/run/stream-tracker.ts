import { defined } from '../../../core/catalog/defined.ts'
import type { LogOrigin } from '../../../core/catalog/runs/log-origins.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { Problem } from '../../ports/connector.ts'
import type { RowDifference } from '../../ports/dry-run.ts'
import type { PublishResult } from '../../ports/load.ts'
import { originOf } from '../../ports/origin-of.ts'
import type { Window } from '../../ports/source.ts'
import type { Committed } from '../../ports/target.ts'
import type { MoveEvent } from './move-events.ts'
import { afterSteps, committedBefore, placed, verified, withoutEffect } from './progress-changes.ts'
import {
  alteredNote,
  markedNote,
  outdatedNote,
  removedNote,
  repeatedNote,
  supersededNote,
  unsignedNote,
} from './publish-notes.ts'
import type { ArrivalCheck, CheckResult, PhaseName, StreamProgress, StreamStatus } from './stream-progress.ts'
import type { StreamRequest } from './stream-request.ts'

/** The minimum interval between reports of a stream's rows, in milliseconds. Changes of status are always reported. */
const INTERVAL_MS = 100

/** Counts the running totals of one stream and reports them. */
export class StreamTracker {
  readonly #onEvent: (event: MoveEvent) => void
  #progress: StreamProgress
  #reportedAt = 0
  #phase: { readonly name: PhaseName; readonly begun: number } | undefined
  /** What was said before the rows were in place. */
  #isReshaped = false
  readonly #announced = new Set<Sentence>()
  /** The source's columns that have a value which was read as NULL. */
  readonly columnsReadAsNull = new Set<string>()

  constructor(
    { entity, target = entity }: Pick<StreamRequest, 'entity' | 'target'>,
    onEvent: (event: MoveEvent) => void,
  ) {
    this.#onEvent = onEvent
    this.#progress = {
      entity,
      target,
      status: 'pending',
      rowsRead: 0,
      rowsFiltered: 0,
      rowsRejected: 0,
      rowsWritten: 0,
      bytes: 0,
    }
  }

  get progress(): StreamProgress {
    return this.#progress
  }

  get isOver(): boolean {
    return !['pending', 'running', 'committing'].includes(this.#progress.status)
  }

  expect(estimatedRows: number | undefined): void {
    if (estimatedRows !== undefined) this.#progress = { ...this.#progress, estimatedRows }
  }

  /** An incremental stream reads only this part. @param before the end of the last run */
  reads(window: Window, before: string | undefined): void {
    this.#progress = { ...this.#progress, window, ...defined({ cursorBefore: before }) }
  }

  /** A new phase begins, and the previous one ends. */
  begin(phase: PhaseName): void {
    this.#endPhase()
    const phases = { begun: new Date().toISOString(), ...this.#progress.phases }
    this.#progress = { ...this.#progress, phases }
    this.#phase = { name: phase, begun: performance.now() }
  }

  /** A dry run has compared the new rows with the existing ones. */
  compared(difference: RowDifference): void {
    this.#progress = { ...this.#progress, difference }
  }

  /** Source and target were compared by the values of these columns. */
  verified(difference: RowDifference, columns: readonly string[], left: readonly string[]): void {
    this.#progress = verified(this.#progress, difference, { columns, left })
  }

  /** A dry run has stored the message that a run would send. */
  hasMessage(): void {
    this.#progress = { ...this.#progress, hasMessage: true }
  }

  /** The target may keep values otherwise than they arrive, so equal keys prove less. */
  reshapes(): void {
    this.#isReshaped = true
  }

  /** The rows at the destination were checked. */
  checked(check: ArrivalCheck): void {
    const isDoubtful = this.#isReshaped && check.state === 'verified'
    this.#progress = {
      ...this.#progress,
      check: isDoubtful ? { ...check, state: 'counted', reason: 'reshaped' } : check,
    }
  }

  /** The stream's own checks have these results so far. */
  hasChecked(dataChecks: readonly CheckResult[]): void {
    this.#progress = { ...this.#progress, dataChecks: [...dataChecks] }
  }

  /** Keys were compared with those of the source, to find rows that it no longer has. */
  comparedKeys(keys: number): void {
    this.#progress = { ...this.#progress, keysCompared: keys }
  }

  /** An earlier attempt of this run has put the rows in place before it was interrupted, and stored rejected rows. */
  hasCommitted(committed: Committed, rejected: number, cursor: string | undefined): void {
    this.#progress = committedBefore(this.#progress, committed, { rejected, cursor })
    this.log(
      'info',
      sentence`The rows had already been written when the last attempt was interrupted; nothing is done twice.`,
      'destination',
    )
    this.enter('succeeded')
  }

  /** The stream is moved elsewhere, and is so far. @param worker another one than that of the run */
  follow(progress: StreamProgress, worker?: string): void {
    const { estimatedRows = this.#progress.estimatedRows, notes = [], status } = progress
    const isMoved = worker !== undefined && status === 'succeeded'
    const allNotes = isMoved ? [...notes, sentence`Worker ${worker} moved this table.`] : notes
    this.#progress = { ...progress, ...defined({ estimatedRows, notes: allNotes.length > 0 ? allNotes : undefined }) }
    this.#report()
    if (progress.error) this.#logError(progress.error)
  }

  /** Rows that an earlier attempt had written. */
  resume({ read, written }: { readonly read: number; readonly written: number }): void {
    const { rowsRead, rowsWritten } = this.#progress
    this.#progress = { ...this.#progress, rowsRead: rowsRead + read, rowsWritten: rowsWritten + written }
  }

  /** Rows passed from one side to the other. */
  advance(rows: number, bytes: number): void {
    const { rowsRead, rowsWritten, bytes: before } = this.#progress
    this.#progress = {
      ...this.#progress,
      rowsRead: rowsRead + rows,
      rowsWritten: rowsWritten + rows,
      bytes: before + bytes,
    }
    if (performance.now() - this.#reportedAt >= INTERVAL_MS) this.#report()
  }

  /** Rows arrived at the first step. */
  takeIn(rows: number, bytes: number): void {
    this.#progress = {
      ...this.#progress,
      rowsRead: this.#progress.rowsRead + rows,
      bytes: this.#progress.bytes + bytes,
    }
    if (performance.now() - this.#reportedAt >= INTERVAL_MS) this.#report()
  }

  /** The steps needed no more rows than these; later rows reached none of them. */
  stopReading(rows: number): void {
    this.#progress = { ...this.#progress, rowsRead: rows }
  }

  /** Rows left the last step. */
  passOn(rows: number): void {
    this.#progress = { ...this.#progress, rowsWritten: this.#progress.rowsWritten + rows }
    if (performance.now() - this.#reportedAt >= INTERVAL_MS) this.#report()
  }

  /** A row at the destination cannot be stored there. */
  reject(): void {
    const { rowsRejected, rowsWritten } = this.#progress
    this.#progress = { ...this.#progress, rowsRejected: rowsRejected + 1, rowsWritten: rowsWritten - 1 }
  }

  /** All rows have passed the steps, which dropped or added some. */
  finalizeSteps(): void {
    this.#progress = afterSteps(this.#progress)
  }

  /** The destination ran this number of last steps over the rows that were checked, after which there are `rows`. */
  derive(rows: number, steps: number): void {
    const { check } = this.#progress
    const derived = defined({ check: check && { ...check, derived: steps } })
    this.#progress = afterSteps({ ...this.#progress, rowsWritten: rows, ...derived })
  }

  /** The source ran the steps, and left these rows out before they arrived here. */
  addFiltered(rows: number): void {
    this.#progress = { ...this.#progress, rowsRead: this.#progress.rowsRead + rows }
    this.finalizeSteps()
  }

  /** All rows except these are in place. */
  place(result: PublishResult, areMarked = false): void {
    const { repeated = 0, superseded = 0, outdated = 0, vanished, altered, unsigned } = result
    const { check } = this.#progress
    this.#progress = placed(this.#progress, result, areMarked)
    if (altered) {
      if (check?.state === 'verified') this.checked({ ...check, state: 'counted', reason: 'altered' })
      this.log('warning', alteredNote(altered), 'destination')
    }
    for (const [column, values] of unsigned ?? []) this.log('info', unsignedNote(column, values), 'destination')
    if (vanished !== undefined && vanished > 0)
      this.report('info', areMarked ? markedNote(vanished) : removedNote(vanished), 'destination')
    if (repeated > 0) this.log('info', repeatedNote(repeated), 'destination')
    if (outdated > 0) this.report('warning', outdatedNote(outdated), 'destination')
    if (superseded > 0) this.log('warning', supersededNote(superseded), 'destination')
  }

  enter(status: StreamStatus): void {
    if (status === 'succeeded') this.#endPhase()
    this.#progress = { ...this.#progress, status }
    this.#report()
  }

  /** No row of a failed stream is in the target. */
  fail(error: Problem): void {
    this.#endPhase()
    this.#progress = {
      ...withoutEffect(this.#progress, this.#announced),
      status: 'failed',
      rowsWritten: 0,
      error,
    }
    this.#report()
    this.#logError(error)
  }

  cancel(): void {
    this.#endPhase()
    this.#progress = { ...withoutEffect(this.#progress, this.#announced), status: 'cancelled', rowsWritten: 0 }
    this.#report()
  }

  /** Written to the log, and stored with the stream as long as the run. */
  log(level: 'info' | 'warning', message: Sentence, origin?: LogOrigin): void {
    this.#progress = { ...this.#progress, notes: [...(this.#progress.notes ?? []), message] }
    this.report(level, message, origin)
  }

  /** What happens to the target together with its rows: stored with the stream only if they get there. */
  announce(level: 'info' | 'warning', message: Sentence, origin: LogOrigin): void {
    this.#announced.add(message)
    this.log(level, message, origin)
  }

  /** Written to the log only. */
  report(level: 'info' | 'warning', message: Sentence, origin?: LogOrigin): void {
    this.#onEvent({
      kind: 'log',
      level,
      message,
      entity: this.#progress.entity,
      origin,
    })
  }

  #logError(error: Problem): void {
    const { entity } = this.#progress
    this.#onEvent({ kind: 'log', level: 'error', message: error.message, entity, origin: originOf(error) })
  }

  #endPhase(): void {
    if (!this.#phase) return
    const { name, begun } = this.#phase
    this.#phase = undefined
    this.#progress = {
      ...this.#progress,
      phases: { ...this.#progress.phases, [name]: Math.round(performance.now() - begun) },
    }
  }

  #report(): void {
    this.#reportedAt = performance.now()
    this.#onEvent({ kind: 'progress', stream: this.#progress })
  }
}
