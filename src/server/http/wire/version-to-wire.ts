import type { VersionRow } from '../../store/versions/versions.ts'

export const versionToWire = ({ version, saved_at, saved_by, saved_by_name, changes }: Omit<VersionRow, 'kind'>) => ({
  version,
  saved_at: saved_at.toISOString(),
  ...(saved_by !== null && { saved_by: { uid: saved_by, name: saved_by_name } }),
  ...(changes && { changes }),
})
