import type { TargetRequest } from '../../../ports/target-request.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import type { LoadContext } from '../load/load-context.ts'
import type { TableName } from '../schema/table-name.ts'
import { type LockObserver, type LockWait, WRITING_PATIENCE_MS, waitForLocks } from '../session/wait-for-locks.ts'
import { planWrite, type WritePlan } from './plan-write.ts'
import { type SurveyedTarget, surveyTargets } from './survey-targets.ts'

/** The common state of all targets of a run at one server. */
export interface TargetWork extends LoadContext {
  readonly serverVersion: string
  /** In bytes: LOAD DATA sends a row in several packets, an INSERT in one. */
  readonly largestRow: number
  readonly parse: (request: Pick<TargetRequest, 'target'>) => TableName
}

export const waitForTarget = <T>(
  { watching }: TargetWork,
  session: MysqlSession,
  {
    targets,
    patienceMs = WRITING_PATIENCE_MS,
  }: Pick<LockWait, 'targets'> & Partial<Omit<LockWait, keyof LockObserver>>,
  work: () => Promise<T>,
): Promise<T> => waitForLocks(session, { ...watching, targets, patienceMs }, work)

/** Describes the target, if not done before, and decides how rows are written to it. */
export function planTarget(
  work: TargetWork,
  session: MysqlSession,
  request: TargetRequest,
  surveyed?: SurveyedTarget,
): Promise<WritePlan> {
  const target = work.parse(request)
  return waitForTarget(work, session, { targets: [target] }, async () => {
    const [found] = surveyed
      ? [surveyed]
      : (await surveyTargets(session, [{ name: target, mode: request.mode }])).values()
    const existing = found ?? { pointing: [], hasDependents: false }
    return planWrite(session, request, { ...request.fence, target }, existing)
  })
}
