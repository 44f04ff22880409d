import { defined } from '../../../core/catalog/defined.ts'
import type { KeyDigest, RowsFound } from '../../ports/key-digest.ts'
import type { Deriving, Load, PublishResult } from '../../ports/load.ts'
import type { RowSink } from '../../ports/source.ts'
import type { Committed } from '../../ports/target.ts'
import { explaining } from './explaining.ts'

/** Sends rows to a server. */
export interface RowIntake extends RowSink {
  /** Rejects as soon as the server refuses a row. */
  readonly failure: Promise<unknown>
  /** @returns the number of rows counted by the server */
  finish(): Promise<number>
}

/** How a system loads the rows of one stream into a table. Errors are the server's own, or ConnectorErrors. */
export interface TableLoad extends Pick<Load, 'find' | 'vanished' | 'removeViolations'> {
  readonly intake: RowIntake
  /** See `Load`. */
  readonly deriving?: {
    other(place: number): Promise<RowIntake>
    derive(): Promise<number>
  }
  /** Absent if rows go directly into the target. @param rows the number of rows that were sent */
  digest?(digest: KeyDigest | undefined, rows: number): Promise<RowsFound>
  place(committed: Committed): Promise<PublishResult>
  /** Rolls everything back. Never throws. */
  abandon(): Promise<void>
  explain(error: unknown): Error
}

/** Other rows than those of the load. */
function rowsInto(intake: RowIntake, explain: TableLoad['explain']): Awaited<ReturnType<Deriving['other']>> {
  const failure = new AbortController()
  intake.failure.catch((error: unknown) => failure.abort(explain(error)))
  return {
    failure: failure.signal,
    write: (frames, count) => intake.write(frames, count),
    drained: () => intake.drained(),
    finish: () => explaining(explain)(() => intake.finish()),
  }
}

export function sqlLoad(table: TableLoad): Load {
  const { intake, deriving, find, vanished, digest, removeViolations, explain } = table
  const explained = explaining(explain)
  const failure = new AbortController()
  let rows = 0
  let isOver = false
  intake.failure.catch((error: unknown) => failure.abort(explain(error)))
  return defined<Load>({
    failure: failure.signal,
    write: (frames, count) => intake.write(frames, count),
    drained: () => intake.drained(),
    async finish() {
      rows = await explained(() => intake.finish())
      return rows
    },
    deriving: deriving && {
      other: async (place) => rowsInto(await explained(() => deriving.other(place)), explain),
      async derive() {
        rows = await explained(() => deriving.derive())
        return rows
      },
    },
    digest: digest && ((asked) => explained(() => digest(asked, rows))),
    find: find && ((query, limit) => explained(() => find(query, limit))),
    vanished,
    removeViolations:
      removeViolations &&
      (async (reject) => {
        const removed = await explained(() => removeViolations(reject))
        rows -= removed
        return removed
      }),
    async commit(highWaterMark) {
      const placed = await explained(() => table.place(defined({ rows, highWaterMark })))
      isOver = true
      return placed
    },
    async abandon() {
      if (isOver) return
      isOver = true
      await table.abandon()
    },
  })
}
