import { useLingui } from '@lingui/react/macro'

import type { GroupName } from '../routing/search.ts'

/** What rows are grouped by. */
export function useGroupNames(): Readonly<Record<GroupName, string>> {
  const { t } = useLingui()
  return {
    state: t`State`,
    source: t`Source`,
    destination: t`Destination`,
    owner: t`Owner`,
    tag: t`Tag`,
    type: t`Type`,
    flow: t`Flow`,
  }
}
