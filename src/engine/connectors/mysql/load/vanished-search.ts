import { COMMON_TEXT } from '../../../ports/value-type.ts'
import type { VanishedSearch } from '../../../ports/vanished-rows.ts'
import { SqlVanishedSearch } from '../../sql/vanished-search.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { KEY_SQL } from '../rows/key-ranges.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { sqlName, type TableName } from '../schema/table-name.ts'
import { mysqlError } from '../session/mysql-problem.ts'
import type { WritePlan } from '../target/plan-write.ts'
import { sameKey, type VanishedTables, type Vanishing } from '../write/vanished-rows.ts'
import { declaredText } from './declared-text.ts'
import { type LoadContext, openIntake, textOf } from './load-context.ts'
import { textIntake } from './text-intake.ts'

/** Reads of the target that fill our tables must not lock its rows; they do in the default isolation level. For the next statement only. */
const WITHOUT_LOCKS = 'SET TRANSACTION ISOLATION LEVEL READ COMMITTED'

interface SearchOptions {
  readonly way: Pick<LoadContext, 'takesInfile' | 'credentials'>
  readonly session: MysqlSession
  readonly plan: WritePlan
  readonly vanishing: Vanishing
  readonly target: TableName
  readonly staging: TableName
  readonly tables: VanishedTables
}

/** Finds vanished rows of a table of MySQL, with tables of the load beside it. */
export function vanishedSearch(options: SearchOptions): VanishedSearch {
  const { way, session, vanishing, tables } = options
  const { key, handling, hasMarks } = vanishing
  const [vanished, compared] = [sqlName(tables.vanished), sqlName(tables.compared)]
  return new SqlVanishedSearch({
    sql: KEY_SQL,
    key,
    target: sqlName(options.target),
    staging: sqlName(options.staging),
    tables: { vanished, compared, returned: sqlName(tables.returned) },
    mark: handling.column !== undefined && hasMarks ? quoteIdentifier(handling.column) : undefined,
    distinct: '',
    sameKey: (one, other) => sameKey(key, one, other),
    forgetCompared: `DELETE FROM ${compared}`,
    dropRespelled: `DELETE gone FROM ${vanished} gone JOIN ${compared} from_source ON ${sameKey(key, 'from_source', 'gone')}`,
    query: (statement) => session.query(statement),
    async fill(statement) {
      await session.query(WITHOUT_LOCKS)
      await session.query(statement)
    },
    openIntake: () => openKeys(options),
    explain: (error) => mysqlError(error, 'destination', way.credentials.password),
  })
}

async function openKeys({ way, session, plan, vanishing, tables }: SearchOptions) {
  const written = vanishing.key.flatMap(({ name }) => plan.written.filter(({ column }) => column.name === name))
  const { fields, text } = textOf({ ...plan, written }, COMMON_TEXT)
  const declared = await declaredText(session, tables.compared, fields)
  return textIntake(
    text,
    await openIntake(way, session, { table: sqlName(tables.compared), ...declared, replaces: false }),
  )
}
