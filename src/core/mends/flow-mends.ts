import type { AuditChange } from '../audit/audit-event.ts'
import { isBudget } from '../catalog/budgets.ts'
import { checkLabel } from '../catalog/checks/check-label.ts'
import type { DataCheck, UnknownCheck } from '../catalog/checks/data-checks.ts'
import { modesOf } from '../catalog/connections/connection-types.ts'
import { VANISHED_PERCENT } from '../catalog/policies/vanished-policies.ts'
import type { FlowStream } from '../flows/flow.ts'
import { type FailedStream, settingsOf } from './failure.ts'
import type { FlowMend } from './mend.ts'
import { streamMend } from './stream-mend.ts'

type FlowMends = (failed: FailedStream) => readonly FlowMend[]

/** For new columns that the policy `stop` has refused: from now on they are accepted or left out. */
export const newColumnMends: FlowMends = (failed) => {
  const { columns = [] } = failed.error
  const added = columns.filter(({ is }) => is === 'added').map(({ name }) => name)
  const isOnlyNew = added.length === columns.length
  if (columns.length === 0 || settingsOf(failed)?.drift !== 'stop') return []
  return [
    ...streamMend(failed, 'take-columns', ['drift', 'follow'], added),
    ...(isOnlyNew ? streamMend(failed, 'ignore-columns', ['drift', 'ignore'], added) : []),
  ]
}

/** Rows that the target refuses are stored separately, to be corrected and sent later; the others arrive. */
export const rejectMends: FlowMends = (failed) => streamMend(failed, 'reject-rows', ['onInvalid', 'reject'])

/** Dates such as 0000-00-00 stop the run only if the stream is set so. */
export const unrepresentableMends: FlowMends = (failed) =>
  settingsOf(failed)?.zeroDates === 'fail'
    ? streamMend(failed, 'read-zero-dates', ['zeroDates', 'null'])
    : rejectMends(failed)

export const emptyCursorMends: FlowMends = (failed) => [
  ...streamMend(failed, 'read-empty-cursor', ['emptyCursor', 'read']),
  ...streamMend(failed, 'skip-empty-cursor', ['emptyCursor', 'leave-out']),
]

export const dropCursorMends: FlowMends = (failed) => streamMend(failed, 'drop-cursor', ['cursor', undefined])

export const baseTypeMends: FlowMends = (failed) => streamMend(failed, 'base-types', ['ownTypes', 'base'])

/** The modes that the destination has: for a stream with a cursor, those that keep the old rows. */
export const modeMends: FlowMends = (failed) => {
  const own = settingsOf(failed)
  const modes = modesOf(failed.destination?.type ?? '').filter((mode) => mode !== own?.mode)
  const fitting = own?.cursor === undefined ? modes : modes.filter((mode) => mode !== 'replace')
  return fitting.slice(0, 2).flatMap((mode) => streamMend(failed, 'change-mode', ['mode', mode], [mode]))
}

/** The limit becomes the next round number above the share that has vanished. */
export const vanishedMends: FlowMends = (failed) => {
  const limit = settingsOf(failed)?.vanishedPercent ?? VANISHED_PERCENT
  const needed = Math.max(failed.error.percent ?? 0, limit)
  const next = Math.min(100, Math.floor(needed / 10) * 10 + 10)
  return next > limit ? streamMend(failed, 'raise-vanished', ['vanishedPercent', next], [String(next)]) : []
}

/** Checks that this run did not pass and that still stop runs: from now on they only warn. */
export const checkMends: FlowMends = (failed) => {
  const { stream, config } = failed
  const own = settingsOf(failed)
  const ids = (stream?.receipt?.dataChecks ?? []).flatMap(({ id, state }) => (state === 'failed' ? [id] : []))
  const stops = (check: DataCheck | UnknownCheck) => !('severity' in check && check.severity === 'warn')
  const failing = own?.checks?.filter((check) => ids.includes(check.id) && stops(check)) ?? []
  if (!config || !own || failing.length === 0) return []
  const mended: FlowStream = {
    ...own,
    checks:
      own.checks?.map((check) => (failing.includes(check) ? { ...check, severity: 'warn' as const } : check)) ?? [],
  }
  const changes = failing.map(
    (check): AuditChange => ({
      path: ['streams', own.entity, 'checks', checkLabel(check), 'severity'],
      kind: 'changed',
      from: 'fail',
      to: 'warn',
    }),
  )
  const streams = config.streams.map((other) => (other === own ? mended : other))
  return [{ kind: 'flow', act: 'warn-only', names: [], config: { ...config, streams }, changes }]
}

/**
 * The flow’s own budget becomes twice as large, and at least as large as the run needs. That of the organization concerns all flows, so
 * it is not changed from here.
 */
export const budgetMends: FlowMends = ({ error: { budget: passed }, config }) => {
  const limit = passed && config?.budget?.[passed.kind]
  if (!config || !passed || limit === undefined || passed.of === 'organization') return []
  const { kind, needed } = passed
  const next = Math.max(1, limit * 2, Math.ceil(needed))
  if (!isBudget(kind, next)) return []
  const change: AuditChange = { path: ['budget', kind], kind: 'changed', from: String(limit), to: String(next) }
  return [
    {
      kind: 'flow',
      act: 'raise-budget',
      names: [kind, String(next)],
      config: { ...config, budget: { ...config.budget, [kind]: next } },
      changes: [change],
    },
  ]
}
