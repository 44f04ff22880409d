import { useLingui } from '@lingui/react/macro'

import type { TrashKind } from '../../core/catalog/trash.ts'

/** The name of a kind; one of a newer server keeps its own. */
export function useTrashKindName(): (kind: string) => string {
  const { t } = useLingui()
  const names: Readonly<Record<TrashKind, string>> = {
    flow: t`Flow`,
    connection: t`Connection`,
    integration: t`Integration`,
    'alert-channel': t`Alert channel`,
    schedule: t`Schedule`,
    draft: t`Draft`,
  }
  return (kind) => (kind in names ? names[kind as TrashKind] : kind)
}
