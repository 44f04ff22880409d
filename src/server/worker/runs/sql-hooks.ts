import { defined } from '../../../core/catalog/defined.ts'
import { isDry, RUN_KINDS } from '../../../core/catalog/runs/run-kinds.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { SqlHooks } from '../../../engine/move/run/move-request.ts'
import { ConnectorError } from '../../../engine/ports/connector.ts'
import type { Database } from '../../store/database/database.ts'
import type { RunRow } from '../../store/runs/run-rows.ts'
import { tablesOf } from '../../store/runs/run-work.ts'
import { findSqlDone, isCurrentAttempt, recordSqlDone } from '../../store/runs/sql-done.ts'

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
  const earlier = await database.asSystem((query) => findSqlDone(query, id))
  const done = new Set(earlier?.sql_done)
  return {
    ...defined({ before: before !== undefined && !tablesOf(work) ? before : undefined, after }),
    isDone: (place) => done.has(place),
    begin: async (place) => {
      await requireCurrent(() => database.asSystem((query) => isCurrentAttempt(query, id, epoch)))
      log(
        place === 'before' ? sentence`Executing the SQL before the rows.` : sentence`Executing the SQL after the rows.`,
      )
    },
    ...defined({ writers: earlier?.sql_writers ?? undefined }),
    done: async (place, writers) => {
      await database.asSystem((query) => recordSqlDone(query, { runId: id, place, writers }))
      done.add(place)
    },
  }
}

/** The queue gives a run to another worker after ten seconds without a sign of the first one; until then an answer of the store holds. */
const HOLDS_MS = 5_000

/** A process that was paused between the question and its answer asks again. @throws ConnectorError `FENCED` if another attempt has taken over */
async function requireCurrent(isCurrent: () => Promise<boolean>): Promise<void> {
  const now = () => [performance.now(), Date.now()] as const
  for (let isOld = true; isOld; ) {
    const [asked, askedAt] = now()
    if (!(await isCurrent())) throw fenced()
    const [answered, answeredAt] = now()
    // Neither clock alone goes on in every process that is paused, on every machine.
    isOld = Math.max(answered - asked, answeredAt - askedAt) > HOLDS_MS
  }
}

const fenced = () =>
  new ConnectorError({
    code: 'FENCED',
    message: sentence`A newer attempt of this flow has taken over. This attempt changes nothing more.`,
  })
