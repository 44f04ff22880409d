import type { MirrorSummary } from './mirror.ts'

/** How far the destination is behind its source at most, in milliseconds; of a quiet source the lag of its last changes. */
export function mirrorLag({ state, lagMs, caughtUpAt }: MirrorSummary, now: number): number | undefined {
  if (state === 'following') return lagMs
  return caughtUpAt === undefined ? undefined : Math.max(0, now - Date.parse(caughtUpAt))
}
