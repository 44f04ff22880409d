import { defined } from '../../../core/catalog/defined.ts'
import { isDry, RUN_KINDS } from '../../../core/catalog/runs/run-kinds.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { SqlHooks } from '../../../engine/move/run/move-request.ts'
import type { Database } from '../../store/database/database.ts'
import { tablesOf } from '../../store/runs/run-work.ts'
import type { RunRow } from '../../store/runs/runs.ts'
import { isCurrentAttempt, listSqlDone, recordSqlDone } from '../../store/runs/sql-done.ts'

/**
 * The SQL that a run executes in the destination around its rows. A run that moves only some tables again executes only the SQL after
 * them, because the SQL before them may delete rows that have arrived; a replay and a dry run execute none.
 * @param log writes a line into the log of the run
 */
export async function makeSqlHooks(
  database: Database,
  { id, epoch, work, flow_snapshot: { config } }: RunRow,
  log: (line: Sentence) => void,
): Promise<SqlHooks | undefined> {
  const { sql_before: before, sql_after: after } = config
  if (before === undefined && after === undefined) return undefined
  if (isDry(work.kind)) {
    log(sentence`A dry run does not execute the SQL before and after the rows.`)
    return undefined
  }
  if (RUN_KINDS[work.kind].reads === 'rejected') {
    log(sentence`Rejected rows are sent again without the SQL before and after the rows.`)
    return undefined
  }
  const done = new Set(await database.asSystem((query) => listSqlDone(query, id)))
  return {
    ...defined({ before: before !== undefined && !tablesOf(work) ? before : undefined, after }),
    isDone: (place) => done.has(place),
    begin: async (place) => {
      if (!(await database.asSystem((query) => isCurrentAttempt(query, id, epoch))))
        throw new Error('another attempt has taken over')
      log(
        place === 'before' ? sentence`Executing the SQL before the rows.` : sentence`Executing the SQL after the rows.`,
      )
    },
    done: async (place) => {
      await database.asSystem((query) => recordSqlDone(query, id, place))
      done.add(place)
    },
  }
}
