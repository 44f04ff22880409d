import type { RecentChange } from './flow-overview.ts'

/** Changes that belong together, as one entry. */
export interface ChangeEntry {
  /** The newest of them. */
  readonly change: RecentChange
  /** How many more there are in it. */
  readonly more: number
}

/** Saves of one person with shorter pauses are one piece of work. */
const PAUSE = 30 * 60_000

/** @param changes the newest first. @returns saves of one sitting as one entry, and the tables that one run found changed as another */
export function groupedChanges(changes: readonly RecentChange[]): readonly ChangeEntry[] {
  const entries: { change: RecentChange; more: number; oldest: string }[] = []
  for (const change of changes) {
    const last = entries.at(-1)
    if (last && belongs(last, change)) {
      last.more += 1
      last.oldest = change.at
    } else entries.push({ change, more: 0, oldest: change.at })
  }
  return entries.map(({ change, more }) => ({ change, more }))
}

function belongs(
  { change, oldest }: { readonly change: RecentChange; readonly oldest: string },
  next: RecentChange,
): boolean {
  if (change.of !== next.of) return false
  if (next.of === 'columns') return change.runId === next.runId
  return (
    change.connection?.id === next.connection?.id &&
    change.saved?.savedBy?.uid === next.saved?.savedBy?.uid &&
    next.saved?.version !== 1 &&
    Date.parse(oldest) - Date.parse(next.at) < PAUSE
  )
}
