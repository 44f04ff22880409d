import { defined } from '../../../../core/catalog/defined.ts'
import { binaryRows } from '../../../formats/binary-rows/binary-rows.ts'
import type { Destination } from '../../../ports/destination.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import { COMMON_TEXT } from '../../../ports/value-type.ts'
import { hasChanged } from '../../shared/target-mismatch.ts'
import { writtenByMirror } from '../../sql/changes/held-by-mirror.ts'
import { mirroredTargets } from '../changes/other-mirror.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { openDryRunLoad } from '../load/dry-run-load.ts'
import { COPY_TEXT, pgBinary } from '../rows/copy-statement.ts'
import { checkSchema } from '../schema/check-schema.ts'
import { entityName, parseRelationName, sqlName } from '../schema/relation-name.ts'
import { LIMIT_LOCK_WAITS, waitForLocks } from '../session/wait-for-locks.ts'
import { planWrite, type WritePlan } from './plan-write.ts'
import { checksOfRows } from './row-room.ts'
import { surveyTarget, surveyTargets, type TargetWork } from './survey-targets.ts'

type Plans = Required<Pick<Destination, 'plan' | 'changeTarget' | 'prepareDryRun'>>

/** What runs would do with targets, and the change of a target that a plan names. */
export const targetPlans = (work: TargetWork): Plans => ({
  plan: (request) =>
    work.asking(async (session) => {
      const { plan } = await planned(work, session, request)
      const { strategy, columns, widening, ignores } = plan
      const notes = strategy.effect === 'created' ? [] : plan.notes
      return defined({ effect: strategy.effect, columns, notes, ignores, statement: widening || undefined })
    }),

  async changeTarget(request, statement) {
    const target = parseRelationName(request.target)
    const { log, knownTypes } = work
    await work.asking((session) =>
      waitForLocks(session, { targets: [target], log }, async () => {
        await session.query(`BEGIN; ${LIMIT_LOCK_WAITS}; LOCK TABLE ${sqlName(target)} IN ACCESS EXCLUSIVE MODE`)
        try {
          await refuseMirrored(work, session, request)
          const [surveyed] = (await surveyTargets(session, [request], knownTypes)).values()
          const plan = surveyed && (await planWrite(session, request, { ...request.fence, target }, surveyed))
          if (plan?.widening !== statement) throw hasChanged(entityName(target))
          await session.query(statement)
        } catch (error) {
          await session.query('ROLLBACK')
          throw error
        }
        await session.query('COMMIT')
      }),
    )
  },

  prepareDryRun: (request) =>
    work.asking(async (session) => {
      const { target, hasSchema, plan } = await planned(work, session, request)
      const { written, notes, isNew, nativeText, ignores } = plan
      const checks = await checksOf(session, request, plan)
      const secret = work.credentials.password
      return defined({
        isNew,
        columns: written,
        nativeText,
        ignores,
        notes,
        formats: formatsOf(session, request, plan),
        checks,
        load: (format: string) =>
          work.explained(async () => {
            const own = await work.sessions.acquire()
            return openDryRunLoad({ session: own, plan, request, target, hasSchema, format, secret })
          }),
      })
    }),
})

/** A mirror would go on with the table under its new name, or with none. @throws ConnectorError */
async function refuseMirrored({ context }: TargetWork, session: PostgresSession, request: TargetRequest) {
  if (request.setsAside === undefined) return
  const { schema, name } = parseRelationName(request.target)
  const key = { flowId: request.fence.flowId, schema, ...defined({ heldMirrors: context.heldMirrors }) }
  if ((await mirroredTargets(session, key, [name])).size > 0) throw writtenByMirror(entityName({ schema, name }))
}

async function planned(work: TargetWork, session: PostgresSession, request: TargetRequest) {
  const target = parseRelationName(request.target)
  const hasSchema = await checkSchema(session, target.schema)
  const surveyed = await surveyTarget(work, session, request)
  return { target, hasSchema, plan: await planWrite(session, request, { ...request.fence, target }, surveyed) }
}

/** Values in stored form fit a column of the same type. */
export const checksOf = async (session: PostgresSession, { system }: TargetRequest, plan: WritePlan) =>
  system === 'postgres' && plan.isExact ? undefined : checksOfRows(session, plan)

/** Values in stored form go unchanged into columns of the same types; rows that are sent again have none. */
export function formatsOf(
  { major }: PostgresSession,
  { system }: Pick<TargetRequest, 'system'>,
  { isExact, types }: Pick<WritePlan, 'isExact' | 'types'>,
): readonly string[] {
  if (system === 'postgres') return isExact ? [pgBinary(major), COPY_TEXT, COMMON_TEXT] : [COMMON_TEXT]
  return [...binaryRows(types), COMMON_TEXT]
}
