import { sentence } from '../../../core/catalog/sentence.ts'
import { endLog, readHeldLog } from '../../../engine/mirror/open-mirror.ts'
import { slotName } from '../../domain/mirrors/slot-name.ts'
import { RequestError } from '../../domain/request-error.ts'
import { type ClaimedMirror, endMirror, releaseMirror } from '../../store/mirrors/mirror-leases.ts'
import type { RunErrorRow } from '../../store/runs/run-rows.ts'
import { runError } from '../runs/run-progress.ts'
import { contextOf, type FollowMirrorDeps, openEnd } from './mirror-ends.ts'

/** How often the log of a paused mirror is looked at, in milliseconds. */
const GUARD_EVERY_MS = 2 * 60_000

/** A paused mirror reads nothing, so its source keeps ever more. */
export async function guardLog(deps: FollowMirrorDeps, mirror: ClaimedMirror, signal: AbortSignal): Promise<void> {
  const problem = await letForget(deps, mirror, signal)
  await deps.database.asSystem((query) =>
    releaseMirror(query, mirror, {
      state: 'paused',
      problem: problem ?? mirror.problem ?? undefined,
      pauseMs: GUARD_EVERY_MS,
    }),
  )
}

/** At the end of the budget the source may forget the log, before its disk is full. @returns what has been done, if it has */
export async function letForget(
  deps: FollowMirrorDeps,
  mirror: ClaimedMirror,
  signal: AbortSignal,
): Promise<RunErrorRow | undefined> {
  const source = await openEnd(deps, mirror, mirror.source_connection_id)
  const log = { ...source, name: slotName(mirror.flow_id), context: contextOf(deps, signal) }
  const held = await readHeldLog(log)
  if (!held || held.bytes < deps.logBytes) return undefined
  await endLog(log)
  const megabytes = String(Math.round(held.bytes / MEGABYTE))
  return runError({
    code: 'LOG_GAP',
    message: sentence`The source kept ${megabytes} MB of its log for this mirror, which did not read it. It has been told to forget them.`,
    hint: sentence`When the mirror goes on, both sides are compared, and what differs is sent again.`,
  })
}

const MEGABYTE = 1 << 20

/** The source keeps no log any more. */
export async function endForgotten(deps: FollowMirrorDeps, mirror: ClaimedMirror, signal: AbortSignal): Promise<void> {
  const { database, log } = deps
  const name = slotName(mirror.flow_id)
  try {
    const source = await openEnd(deps, mirror, mirror.source_connection_id)
    await endLog({ ...source, name, context: contextOf(deps, signal) })
  } catch (error) {
    // Nobody can reach the server any more: whoever has it must drop the slot.
    if (!(error instanceof RequestError)) throw error
    log.warn('A source whose connection is gone may still keep its log for a mirror.', { slot: name })
  }
  await database.asSystem((query) => endMirror(query, mirror))
}
