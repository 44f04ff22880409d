import { defined } from '../../../core/catalog/defined.ts'
import type { Flow, FlowVersion } from '../../../core/flows/flow.ts'
import type { SavedVersion } from '../../../core/versions/saved-version.ts'

interface Saving {
  /** Absent: nobody knows. */
  readonly savedBy: SavedVersion['savedBy'] | undefined
  readonly notes: ReadonlyMap<number, string>
}

/** A saved state as the list of versions has it. */
export const listedVersion = ({ version = 1 }: Flow, { savedBy, notes }: Saving): SavedVersion =>
  defined({ version, savedAt: '2026-01-01T00:00:00Z', savedBy, note: notes.get(version) })

/** The settings that a version brings back. */
export function settingsOf(saved: Flow): FlowVersion {
  const { name, enabled, config, freshnessMinutes = null, sourceConnection, destinationConnection } = saved
  const [source, destination] = [sourceConnection?.id ?? '', destinationConnection?.id ?? '']
  const ends = { sourceConnection: { id: source }, destinationConnection: { id: destination } }
  return { name, enabled, config, freshnessMinutes, ...ends }
}
