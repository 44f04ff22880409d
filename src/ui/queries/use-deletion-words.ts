import { useLingui } from '@lingui/react/macro'

import { TRASH_DAYS } from '../../core/catalog/trash.ts'
import { useIsOffered } from '../services/use-is-offered.ts'
import { useTrash } from './use-trash.ts'

/** What a question before a deletion says about the way back; a server without a trash has none. */
export function useDeletionWords(): string {
  const { t } = useLingui()
  // Asked for, because only then it is known whether the server has one.
  useTrash()
  return useIsOffered('listTrash') ? t`The trash keeps it for ${TRASH_DAYS} days.` : t`This cannot be undone.`
}
