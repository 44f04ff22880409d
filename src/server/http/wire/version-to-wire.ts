import { defined } from '../../../core/catalog/defined.ts'
import type { VersionRow } from '../../store/versions/versions.ts'

export const versionToWire = ({
  version,
  saved_at,
  saved_by,
  saved_by_name,
  changes,
  note,
}: Omit<VersionRow, 'kind'>) => ({
  version,
  saved_at: saved_at.toISOString(),
  ...defined({
    saved_by: saved_by === null ? undefined : { uid: saved_by, name: saved_by_name },
    changes: changes ?? undefined,
    note: note ?? undefined,
  }),
})
