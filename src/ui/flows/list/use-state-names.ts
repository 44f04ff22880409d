import { useLingui } from '@lingui/react/macro'

import type { FlowState } from './flow-states.ts'

/** What the states of flows are called. */
export function useStateNames(): Readonly<Record<FlowState, string>> {
  const { t } = useLingui()
  return {
    running: t`Running`,
    late: t`Late`,
    succeeded: t`Succeeded`,
    partially_succeeded: t`Partly succeeded`,
    failed: t`Failed`,
    cancelled: t`Cancelled`,
    never: t`Never run`,
    mirroring: t`Mirroring`,
    waiting: t`Mirror waits`,
    paused: t`Mirror paused`,
    off: t`Mirror off`,
  }
}
