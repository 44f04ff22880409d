import { useLingui } from '@lingui/react/macro'

import type { DriftPolicy } from '../../../../core/catalog/drift-policies.ts'

/** What becomes of a stream whose source has other columns than in its last run. */
export function useDriftNames(): Readonly<Record<DriftPolicy, string>> {
  const { t } = useLingui()
  return {
    follow: t`The destination takes them over`,
    ignore: t`New columns are left out`,
    stop: t`The run stops and says what changed`,
  }
}
