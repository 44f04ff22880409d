import { Trans } from '@lingui/react/macro'
import { Badge } from '../kit/badge/badge.tsx'
import { useDeployment } from '../services/deployment.tsx'

/** Marks objects with a stand-in on this machine; real ones have no mark. */
export function SandboxBadge({ type }: { type: string }) {
  const { sandbox } = useDeployment()
  if (!sandbox?.values[type]) return null
  return (
    <Badge tone="accent">
      <Trans>Sandbox</Trans>
    </Badge>
  )
}
