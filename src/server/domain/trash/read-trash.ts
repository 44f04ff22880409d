import { isAllowed } from '../../../core/catalog/permissions.ts'
import { TRASH_KINDS } from '../../../core/catalog/trash.ts'
import type { Database } from '../../store/database/database.ts'
import { listTrash, type TrashRow } from '../../store/trash/trash.ts'
import type { Member } from '../members/member.ts'

export interface TrashEntry extends TrashRow {
  /** Entries that cannot be restored without it. */
  readonly neededBy: readonly Pick<TrashRow, 'id' | 'kind' | 'name'>[]
}

/** What the member may see of the trash, the newest first. */
export async function readTrash(database: Database, { organizationId, roles }: Member): Promise<readonly TrashEntry[]> {
  const rows = await database.inOrganization(organizationId, (query) => listTrash(query, organizationId))
  const seen = rows.filter(({ kind }) => isAllowed(roles, TRASH_KINDS[kind].read))
  const neededBy = new Map<string, TrashEntry['neededBy'][number][]>()
  for (const { id, kind, name, needs } of seen)
    for (const needed of new Set(needs)) {
      const others = neededBy.get(needed) ?? []
      neededBy.set(needed, others)
      others.push({ id, kind, name })
    }
  return seen.map((row) => ({ ...row, neededBy: neededBy.get(row.id) ?? [] }))
}
