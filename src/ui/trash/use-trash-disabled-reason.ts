import { TRASH_KINDS, type TrashKind } from '../../core/catalog/trash.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'

/** The reason why the user may not restore or delete something of this kind. */
export const useTrashDisabledReason = (kind: string): string | undefined =>
  useDisabledReason(kind in TRASH_KINDS ? TRASH_KINDS[kind as TrashKind].write : 'flow.write')
