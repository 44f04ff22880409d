import type { ChangeCounts, MirrorWindow } from './mirror.ts'

/** The changes of a window in all tables. */
export const changesOf = ({ tables }: Pick<MirrorWindow, 'tables'>): ChangeCounts =>
  tables.reduce<ChangeCounts>(
    (sum, { inserted, updated, deleted, divergent }) => ({
      inserted: sum.inserted + inserted,
      updated: sum.updated + updated,
      deleted: sum.deleted + deleted,
      divergent: sum.divergent + divergent,
    }),
    { inserted: 0, updated: 0, deleted: 0, divergent: 0 },
  )

/** Changes per second; a window is at least a second long. */
export function changeRateOf(window: MirrorWindow): number {
  const { inserted, updated, deleted } = changesOf(window)
  const seconds = Math.max(1, (Date.parse(window.endedAt) - Date.parse(window.beganAt)) / 1_000)
  return (inserted + updated + deleted) / seconds
}
