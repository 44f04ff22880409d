import { COMMON_TEXT } from '../../../ports/value-type.ts'
import type { VanishedSearch } from '../../../ports/vanished-rows.ts'
import { SqlVanishedSearch } from '../../sql/vanished-search.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { copyInStatement } from '../rows/copy-statement.ts'
import { KEY_SQL } from '../rows/key-ranges.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { postgresError } from '../session/postgres-problem.ts'
import { COMPARED, haveSameKey, RETURNED, VANISHED, type Vanishing } from '../write/vanished-rows.ts'
import { copyIntake } from './copy-intake.ts'

interface SearchOptions {
  /** In the transaction in which the rows were staged. */
  readonly session: PostgresSession
  /** The staging table, as SQL. */
  readonly staging: string
  readonly vanishing: Vanishing
  readonly secret: string
}

/** Finds vanished rows of a table of Postgres, with tables of the load's own transaction. */
export function vanishedSearch({ session, staging, vanishing, secret }: SearchOptions): VanishedSearch {
  const { key, target, handling, hasMarks } = vanishing
  return new SqlVanishedSearch({
    sql: KEY_SQL,
    key,
    target,
    staging,
    tables: { vanished: VANISHED, compared: COMPARED, returned: RETURNED },
    mark: handling.column !== undefined && hasMarks ? quoteIdentifier(handling.column) : undefined,
    distinct: 'DISTINCT',
    sameKey: (one, other) => haveSameKey(vanishing, one, other),
    forgetCompared: `TRUNCATE ${COMPARED}`,
    dropRespelled: `DELETE FROM ${VANISHED} gone USING ${COMPARED} from_source WHERE ${haveSameKey(vanishing, 'from_source', 'gone')}`,
    query: (statement) => session.query(statement),
    fill: (statement) => session.execute(statement),
    async openIntake() {
      const names = key.map(({ name }) => name)
      return copyIntake(await session.copyIn(copyInStatement(COMPARED, names, COMMON_TEXT, false)))
    },
    explain: (error) => postgresError(error, 'destination', secret),
  })
}
