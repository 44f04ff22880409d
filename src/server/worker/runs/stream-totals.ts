import { defined } from '../../../core/catalog/defined.ts'
import type { RowDifference } from '../../../engine/ports/dry-run.ts'
import type { RunStreamRow, RunTotalsRow } from '../../store/runs/run-rows.ts'

const SUMS = [
  'rows_read',
  'rows_written',
  'rows_filtered',
  'rows_rejected',
  'rows_added',
  'rows_removed',
  'rows_marked',
  'bytes',
  'estimated_rows',
] as const

/** Sums up the streams of a run in their current state, so that finished ones need not stay in memory. */
export class StreamTotals {
  readonly #sums = Object.fromEntries(SUMS.map((name) => [name, 0])) as Record<(typeof SUMS)[number], number>
  readonly #checks = { verified: 0, counted: 0, failed: 0 }
  #streams = 0
  #succeeded = 0
  #failed = 0
  #arrived = 0
  #balanced = 0
  #compared = 0
  #differing = 0
  #stopping = 0
  #unknown = 0
  #active = { reading: 0, committing: 0 }

  /** @param before the earlier state that was added, if any */
  replace(before: RunStreamRow | undefined, stream: RunStreamRow): void {
    if (before) this.#add(before, -1)
    this.#add(stream, 1)
  }

  row(): RunTotalsRow {
    return {
      streams: this.#streams,
      succeeded: this.#succeeded,
      failed: this.#failed,
      ...this.#sums,
      rows_arrived: this.#arrived,
      balanced: this.#balanced,
      check: this.#check(),
      ...defined({
        // Nobody knows that nothing differs while some rows or columns were not compared.
        rows_differing:
          this.#compared > 0 && (this.#unknown === 0 || this.#differing > 0) ? this.#differing : undefined,
        would_stop: this.#stopping > 0 ? true : undefined,
      }),
    }
  }

  /** A run finishes when every table is read, and some are not in place yet. */
  status(): 'running' | 'committing' {
    return this.#active.committing > 0 && this.#active.reading === 0 ? 'committing' : 'running'
  }

  #add(stream: RunStreamRow, sign: 1 | -1): void {
    for (const name of SUMS) this.#sums[name] += sign * (stream[name] ?? 0)
    this.#streams += sign
    if (isBalanced(stream)) this.#balanced += sign
    if (stream.status === 'failed' || stream.status === 'cancelled') this.#failed += sign
    if (stream.status === 'succeeded') {
      this.#succeeded += sign
      this.#arrived += sign * stream.rows_written
    }
    if (stream.status === 'pending' || stream.status === 'running') this.#active.reading += sign
    if (stream.status === 'committing') this.#active.committing += sign
    if (stream.difference) {
      this.#compared += sign
      this.#differing += sign * differingRows(stream.difference)
      this.#unknown += sign * ((stream.difference.unknown ?? 0) + (stream.uncompared_columns?.length ?? 0))
    }
    if (stream.receipt?.data_checks?.some(({ state }) => state === 'failed')) this.#stopping += sign
    const state = stream.receipt?.check?.state
    if (state) this.#checks[state] += sign
  }

  /** Up to the stream with the least progress. */
  #check(): RunTotalsRow['check'] {
    const { verified, counted, failed } = this.#checks
    if (failed > 0) return 'failed'
    if (this.#streams === 0 || verified + counted < this.#streams) return null
    return counted > 0 ? 'counted' : 'verified'
  }
}

const differingRows = ({ created, changed, removed, marked = 0 }: RowDifference): number =>
  created + changed + removed + marked

/** Every row that was read, or added by steps, has one of three outcomes. */
export const isBalanced = ({ rows_added: added = 0, ...rows }: RunStreamRow): boolean =>
  rows.rows_read + added === rows.rows_written + rows.rows_filtered + rows.rows_rejected
