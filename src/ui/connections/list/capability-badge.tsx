import { Trans } from '@lingui/react/macro'

import type { Capability } from '../../../core/catalog/connections/connection-types.ts'
import { Badge } from '../../kit/badge/badge.tsx'

export function CapabilityBadge({ capability }: { capability: Capability }) {
  switch (capability) {
    case 'both':
      return (
        <Badge>
          <Trans>Source and destination</Trans>
        </Badge>
      )
    case 'source':
      return (
        <Badge>
          <Trans>Source</Trans>
        </Badge>
      )
    case 'destination':
      return (
        <Badge>
          <Trans>Destination</Trans>
        </Badge>
      )
  }
}
