import type { MirrorSummary } from './mirror.ts'

/** A mirror that follows tells of a quiet source, too; one that has told nothing for so long is behind. */
const TOLD_LATELY_MS = 5 * 60_000

/** How far the destination is behind its source at most, in milliseconds; of a quiet source the lag of its last changes. */
export function mirrorLag({ state, lagMs, caughtUpAt }: MirrorSummary, now: number): number | undefined {
  const age = caughtUpAt === undefined ? undefined : Math.max(0, now - Date.parse(caughtUpAt))
  if (state !== 'following') return age
  return age !== undefined && age > TOLD_LATELY_MS ? age : lagMs
}
