import { defined } from '../../../../core/catalog/defined.ts'
import type { Load } from '../../../ports/load.ts'
import { sqlLoad, type TableLoad } from '../../sql/sql-load.ts'
import { reconnectAndDropTables } from '../fence/drop-attempt-tables.ts'
import { attemptTable } from '../fence/fence.ts'
import { sumRows } from '../rows/key-digest.ts'
import type { LoadText } from '../rows/load-text.ts'
import type { LostZeros } from '../rows/lost-zeros.ts'
import { sqlName } from '../schema/table-name.ts'
import { mysqlError } from '../session/mysql-problem.ts'
import { type LockObserver, waitForLocks } from '../session/wait-for-locks.ts'
import { keyIsNull } from '../write/empty-keys.ts'
import { equalKeys } from '../write/equal-keys.ts'
import { haveTwins } from '../write/superseded-rows.ts'
import { type Placement, publishRows } from './publish-rows.ts'
import { RefusedRow, type RowIntake } from './row-intake.ts'
import { textIntake } from './text-intake.ts'

/** A required column got no value: ER_BAD_NULL_ERROR, ER_WARN_NULL_TO_NOTNULL. */
const NOT_NULL: readonly unknown[] = [1048, 1263]

export interface MysqlLoadOptions extends Placement, Pick<TableLoad, 'find' | 'vanished' | 'removeViolations'> {
  readonly intake: RowIntake
  readonly text: LoadText
  readonly zeros: LostZeros
  /** Whether every new row is staged as a separate row. */
  readonly keepsAll: boolean
  /** The columns by which a new row replaces an earlier one. Absent: every row is separate. */
  readonly replaced?: readonly string[]
  readonly watching: LockObserver
  readonly secret: string
  /** Returns the session after the rows are in place. */
  readonly release: () => Promise<void>
}

/** Loads one stream into a table: first into the staging table, then into place. */
export function mysqlLoad(options: MysqlLoadOptions): Load {
  const {
    session,
    strategy,
    fence,
    keepsAll,
    replaced: key,
    intake,
    text,
    zeros,
    watching,
    release,
    ...searches
  } = options
  const { find, vanished, removeViolations } = searches
  const staging = sqlName(attemptTable(fence, 'staging'))
  const sent = textIntake(text, intake, zeros)
  let superseded = 0
  let unsigned: ReadonlyMap<string, number> = new Map()
  return sqlLoad({
    ...defined({ find, vanished, removeViolations }),
    intake: {
      ...sent,
      async finish() {
        const rows = await sent.finish()
        unsigned = await zeros.stored(session, staging)
        // Of several rows with one key only the last one is staged, where the target may not refuse it.
        if (key) {
          const [row] = await session.query(`SELECT COUNT(*) AS waiting FROM ${staging}`)
          superseded = rows - Number(row?.['waiting'])
        }
        return rows
      },
    },
    ...(keepsAll && {
      async digest(digest, rows) {
        const found = await sumRows((statement) => session.query(statement), staging, digest)
        if (key && (found.rows < rows || (strategy.stagesAll && (await haveTwins(session, { staging, key })))))
          throw await equalKeys(session, { target: fence.target, staging: attemptTable(fence, 'staging'), key })
        return found
      },
    }),
    async place({ rows, highWaterMark }) {
      const note = { rows: rows - superseded, highWaterMark }
      const wait = { ...watching, targets: [fence.target] }
      const placed = await waitForLocks(session, wait, (news) => publishRows(options, note, news))
      // The rows are in place, whatever happens to the session.
      if (session.isOpen) await release().catch(() => session.abandon())
      return { ...placed, unsigned, superseded: superseded + (placed.superseded ?? 0) }
    },
    async abandon() {
      await Promise.all([session.abandon(), intake.abandon?.()])
      // The server does not roll this back: CREATE TABLE is not part of a transaction.
      await reconnectAndDropTables(options.reconnect, fence)
    },
    explain: (error) => explain(error, options),
  })
}

function explain(
  error: unknown,
  { replaced = [], fence, secret }: Pick<MysqlLoadOptions, 'replaced' | 'fence' | 'secret'>,
): Error {
  const cause = error instanceof RefusedRow ? error.cause : error
  const { errno } = cause as { errno?: unknown }
  const column = cause instanceof Error && NOT_NULL.includes(errno) ? /'([^']+)'/.exec(cause.message)?.[1] : undefined
  if (column === undefined || !replaced.includes(column)) return mysqlError(error, 'destination', secret)
  return keyIsNull(fence.target, replaced, error)
}
