import { useLingui } from '@lingui/react/macro'

import type { Flow } from '../../../core/flows/flow.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'

/** The reason why a flow cannot be run now, for a disabled button. */
export function useRunDisabledReasons(): (flow: Flow) => string | undefined {
  const { t } = useLingui()
  const disabledReason = useDisabledReason('flow.run')
  return ({ sourceConnection, destinationConnection, enabled }) => {
    if (disabledReason !== undefined) return disabledReason
    if (!sourceConnection) return t`Choose a source first`
    if (!destinationConnection) return t`Choose a destination first`
    return enabled ? undefined : t`The flow is switched off`
  }
}

export const useRunDisabledReason = (flow: Flow): string | undefined => useRunDisabledReasons()(flow)
