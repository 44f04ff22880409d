import { useLingui } from '@lingui/react/macro'

import type { Flow } from '../../core/flows/flow.ts'
import { useRefusal } from '../organizations/use-refusal.ts'

/** Why the flow cannot be run now, for a button that is off. */
export function useRunRefusal({ sourceConnection, destinationConnection, enabled, config }: Flow): string | undefined {
  const { t } = useLingui()
  const refusal = useRefusal('flow.run')
  if (refusal !== undefined) return refusal
  if (!sourceConnection) return t`Choose a source first`
  if (!destinationConnection) return t`Choose a destination first`
  if (config.transformations.length > 0) return t`This version cannot run transformations yet`
  return enabled ? undefined : t`The flow is switched off`
}
