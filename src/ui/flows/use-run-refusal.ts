import { useLingui } from '@lingui/react/macro'

import type { Flow } from '../../core/flows/flow.ts'
import { useRefusal } from '../organizations/use-refusal.ts'

/** Why a flow cannot be run now, for a button that is off. */
export function useRunRefusals(): (flow: Flow) => string | undefined {
  const { t } = useLingui()
  const refusal = useRefusal('flow.run')
  return ({ sourceConnection, destinationConnection, enabled }) => {
    if (refusal !== undefined) return refusal
    if (!sourceConnection) return t`Choose a source first`
    if (!destinationConnection) return t`Choose a destination first`
    return enabled ? undefined : t`The flow is switched off`
  }
}

export const useRunRefusal = (flow: Flow): string | undefined => useRunRefusals()(flow)
