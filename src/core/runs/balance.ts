import type { Run } from './run.ts'

export interface RunBalance {
  readonly read: number
  readonly written: number
  readonly filtered: number
  readonly rejected: number
  /** Made by steps, as a join makes two rows of one. */
  readonly added: number
  /** Read + added = written + filtered + rejected, in every stream; never without one. */
  readonly isBalanced: boolean
}

/** Where the rows of a run have gone. */
export function balanceOf({ streams, rowsWritten = 0 }: Pick<Run, 'streams' | 'rowsWritten'>): RunBalance {
  const sum = (pick: (stream: Run['streams'][number]) => number) =>
    streams.reduce((total, stream) => total + pick(stream), 0)
  return {
    read: sum((stream) => stream.rowsRead),
    written: streams.length === 0 ? rowsWritten : sum((stream) => stream.rowsWritten),
    filtered: sum((stream) => stream.rowsFiltered),
    rejected: sum((stream) => stream.rowsRejected),
    added: sum(({ rowsAdded = 0 }) => rowsAdded),
    isBalanced:
      streams.length > 0 &&
      streams.every(
        ({ rowsRead, rowsWritten: written, rowsFiltered, rowsRejected, rowsAdded = 0 }) =>
          rowsRead + rowsAdded === written + rowsFiltered + rowsRejected,
      ),
  }
}
