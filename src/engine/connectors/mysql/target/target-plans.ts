import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import type { Destination } from '../../../ports/destination.ts'
import type { RowChecks } from '../../../ports/target.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import { COMMON_TEXT } from '../../../ports/value-type.ts'
import { sourceKey } from '../../shared/row-key.ts'
import { type ColumnLimit, rowChecks } from '../../shared/row-limits.ts'
import { hasChanged } from '../../shared/target-mismatch.ts'
import { writtenByMirror } from '../../sql/changes/held-by-mirror.ts'
import { mirroredTargets } from '../changes/other-mirror.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { openDryRunLoad } from '../load/dry-run-load.ts'
import { MYSQL_TEXT } from '../rows/field-reading.ts'
import { mayLack } from '../schema/character-sets.ts'
import { hasDatabase } from '../schema/ensure-database.ts'
import { entityName } from '../schema/table-name.ts'
import { bytesLimit, columnLimit } from './column-limits.ts'
import { checksOfRows } from './packet-room.ts'
import type { WritePlan } from './plan-write.ts'
import { isDenied, type NeededRight, requireRights, requireTableRights } from './require-rights.ts'
import { serverLimits } from './server-limits.ts'
import { planTarget, type TargetWork, waitForTarget } from './target-work.ts'

const STAGING: readonly NeededRight[] = ['SELECT', 'INSERT', 'CREATE', 'DROP']
const SWAPPING: readonly NeededRight[] = [...STAGING, 'ALTER']

type Plans = Required<Pick<Destination, 'plan' | 'changeTarget' | 'prepareDryRun'>>

/** What runs would do with targets, and the change of a target that a plan names. */
export function targetPlans(work: TargetWork): Plans {
  const answers = new Map<string, Promise<void>>()
  /** Once for all targets of a database. */
  const require = (session: MysqlSession, database: string, needed: readonly NeededRight[]): Promise<void> => {
    const asked = `${database} ${needed.join()}`
    const answer = answers.get(asked) ?? requireRights(session, database, needed)
    answers.set(asked, answer)
    return answer
  }
  return {
    plan: (request) =>
      work.asking(async (session) => {
        const { database } = work.parse(request)
        const plan = await planTarget(work, session, request).catch(async (error: unknown) => {
          // Rights to the whole database would include what the server has just refused.
          if (isDenied(error)) await require(session, database, STAGING)
          throw error
        })
        const { strategy, columns, widening: statement } = plan
        await require(session, database, strategy.standsAlone ? SWAPPING : STAGING)
        const { effect } = strategy
        const names = plan.written.map(({ column }) => column.name)
        await requireTableRights(session, { table: work.parse(request), effect, columns: names, key: keyOf(request) })
        const notes = [...(strategy.effect === 'created' ? [] : plan.notes), ...slownessNotes(work)]
        return defined({ effect: strategy.effect, columns, notes, statement })
      }),

    /** MySQL changes a table at once, not in a transaction: somebody may still change it between the two queries. */
    changeTarget: (request, statement) =>
      work.asking(async (session) => {
        const target = work.parse(request)
        const { widening } = await planTarget(work, session, request)
        if (widening !== statement) throw hasChanged(entityName(target))
        await refuseMirrored(work, session, request)
        await waitForTarget(work, session, { targets: [target] }, () => session.query(statement))
      }),

    prepareDryRun: (request) =>
      work.asking(async (session) => {
        const target = work.parse(request)
        const fence = { ...request.fence, target }
        const database = (await hasDatabase(session, target.database)) ? target.database : work.credentials.database
        const plan = await planTarget(work, session, request)
        return {
          ...plannedTarget(work, plan, request),
          load: (format) => work.explained(() => openDryRunLoad(work, { plan, request, fence, database, format })),
        }
      }),
  }
}

/** A mirror would go on with the table under its new name, or with none. @throws ConnectorError */
async function refuseMirrored({ context, parse }: TargetWork, session: MysqlSession, request: TargetRequest) {
  if (request.setsAside === undefined) return
  const { database, name } = parse(request)
  const key = { flowId: request.fence.flowId, database, ...defined({ heldMirrors: context.heldMirrors }) }
  if ((await mirroredTargets(session, key, [name])).size > 0) throw writtenByMirror(entityName({ database, name }))
}

const keyOf = ({ key = [], columns }: TargetRequest) => (key.length > 0 ? key : sourceKey(columns))

/** What a target is, whether rows are written to it or only tried. */
export function plannedTarget(work: TargetWork, plan: WritePlan, request: TargetRequest) {
  const { isNew, written, nativeText, required, mayMissValues, ignores, reshaped, notes } = plan
  const mayBreak =
    mayMissValues || isNarrower(written) || written.some(({ column, collation }) => mayLack(column.type, collation))
  const isAsStored = request.system === 'mysql' && request.computed === undefined && !(request.checksValues && mayBreak)
  const server = serverLimits(work.serverVersion)
  const limits = written.map((column) => {
    const nullable = !required.includes(column.column.name)
    return nativeText.includes(column.column.name)
      ? bytesLimit(column, nullable)
      : columnLimit(column, nullable, server)
  })
  return {
    isNew,
    formats: isAsStored ? [MYSQL_TEXT, COMMON_TEXT] : [COMMON_TEXT],
    columns: written.map(({ column }) => column.name),
    nativeText,
    ignores,
    notes: [...notes, ...slownessNotes(work)],
    ...defined({
      reshapes: reshaped.length > 0 || undefined,
      // Rows in the stored form of another MySQL fit columns of the same types.
      checks: isAsStored ? storedChecks(limits, plan) : checksOfRows(limits, work.largestRow),
    }),
  }
}

/** Only bytes that somebody may have changed. */
const storedChecks = (limits: readonly ColumnLimit[], { nativeText }: WritePlan): RowChecks | undefined =>
  nativeText.length === 0
    ? undefined
    : rowChecks(
        limits.map((own) =>
          nativeText.includes(own.column)
            ? { ...own, nullable: true }
            : { column: own.column, nullable: true, limit: () => undefined },
        ),
      )

const HOLDS_DATES: readonly string[] = ['date', 'timestamp']

/** Whether a column may refuse values for its type. Dates that no calendar has pass only in the stored form, so with dates it is kept. */
const isNarrower = (written: WritePlan['written']) =>
  written.some(({ column, type }) => bare(column.type) !== bare(type)) &&
  !written.some(({ column }) => HOLDS_DATES.includes(column.value.kind))

const bare = (type: string) => type.toLowerCase().replace(/ (collate \w+|(not )?null\b.*)$/g, '')

const slownessNotes = ({ takesInfile }: TargetWork) => (takesInfile ? [] : [SLOW])

const SLOW = sentence`The server does not accept LOAD DATA LOCAL (local_infile is off), so rows are written by INSERT, which is several times slower.`
