import { type Act, permissionsFor } from '../../core/catalog/permissions-for.ts'
import { TRASH_KINDS, type TrashKind } from '../../core/catalog/trash.ts'
import { connectionTypeOf } from '../../core/connections/connection-type-of.ts'
import type { TrashEntry } from '../../core/trash/trash-entry.ts'
import { useDisabledReasonOf } from '../access/use-disabled-reason.ts'

/** The reason why the user may not restore this or delete it permanently. */
export function useTrashDisabledReason({ kind, type = '' }: TrashEntry, act: Act): string | undefined {
  const ownsCredentials = kind === 'connection' && connectionTypeOf(type).merged
  return useDisabledReasonOf()(
    permissionsFor(kind in TRASH_KINDS ? (kind as TrashKind) : 'flow', { ownsCredentials }, act),
  )
}
