import { defined } from '../catalog/defined.ts'
import { isTrouble } from '../catalog/runs/run-states.ts'
import type { Flow } from '../flows/flow.ts'
import type { MirrorSummary } from '../mirrors/mirror.ts'
import { hasPausedTables, mirrorCondition } from '../mirrors/mirror-condition.ts'

/** Whether all is well with the flows of an organization; flows that never ran, and mirrors that are paused or off, are not counted. */
export interface FlowHealth {
  readonly all: number
  /** Neither late, nor failed last. */
  readonly fresh: number
  readonly failed: number
  readonly partlySucceeded: number
  /** Late, though their last run did not fail; and mirrors that wait, or have tables that do. */
  readonly late: number
  /** The end of the latest run that failed, if it is known. */
  readonly failedAt?: string
}

export function flowHealth(flows: readonly Flow[]): FlowHealth {
  const mirrors = flows.flatMap(({ mirror }) => mirror ?? [])
  const isWaiting = (mirror: MirrorSummary) => mirrorCondition(mirror.state) === 'waiting' || hasPausedTables(mirror)
  const waiting = mirrors.filter(isWaiting).length
  const mirroring = mirrors.filter(
    (mirror) => mirrorCondition(mirror.state) === 'mirroring' && !isWaiting(mirror),
  ).length
  const known = flows.filter(({ lastRun, lateSince, mirror }) => !mirror && (lastRun ?? lateSince) !== undefined)
  const ended = (status: string) => known.filter(({ lastRun }) => lastRun?.status === status)
  const failed = ended('failed')
  const partlySucceeded = ended('partially_succeeded').length
  const late = known.filter(
    ({ lastRun, lateSince }) => lateSince !== undefined && !(lastRun && isTrouble(lastRun.status)),
  ).length
  const failedAt = failed
    .flatMap(({ lastRun }) => lastRun?.finishedAt ?? lastRun?.startedAt ?? [])
    .sort()
    .at(-1)
  return defined({
    all: known.length + mirroring + waiting,
    fresh: known.length - failed.length - partlySucceeded - late + mirroring,
    failed: failed.length,
    partlySucceeded,
    late: late + waiting,
    failedAt,
  })
}
