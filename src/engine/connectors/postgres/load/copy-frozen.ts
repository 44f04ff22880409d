import type { PostgresSession } from '../driver/postgres-session.ts'
import { copyInStatement, copyTableStatement } from '../rows/copy-statement.ts'

interface FrozenCopy {
  readonly from: string
  /** Created in the writer's transaction. */
  readonly to: string
  readonly columns: readonly string[]
  readonly format: string
}

/** Copies rows from one table into a new one of the same database, where every reader sees them, with any snapshot. @returns their number */
export async function copyFrozen(
  reader: PostgresSession,
  writer: PostgresSession,
  { from, to, columns, format }: FrozenCopy,
): Promise<number> {
  const copy = await writer.copyIn(copyInStatement(to, columns, format, true))
  const read = reader.copyOut(copyTableStatement(from, columns, format), (frames) => {
    if (copy.write(frames)) return
    reader.pause()
    void copy.drained().then(() => reader.resume())
  })
  const [rows] = await Promise.all([copy.done, read.then(() => copy.end())])
  return rows
}
