import { Trans } from '@lingui/react/macro'
import { Badge } from '../kit/badge/badge.tsx'
import { useDeployment } from '../services/deployment.tsx'

interface SandboxBadgeProps {
  readonly type: string
  /** A stand-in plays this one, whatever the server does with the others of its type. */
  readonly isStandIn?: boolean | undefined
}

/** Marks objects with a stand-in on this machine; real ones have no mark. */
export function SandboxBadge({ type, isStandIn = false }: SandboxBadgeProps) {
  const { sandbox } = useDeployment()
  if (!isStandIn && !sandbox?.values[type]) return null
  return <Badge tone="accent">{isStandIn ? <Trans>Test account</Trans> : <Trans>Sandbox</Trans>}</Badge>
}
