import { Trans, useLingui } from '@lingui/react/macro'

import type { Flow } from '../../../core/flows/flow.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Badge } from '../../kit/badge/badge.tsx'

/** Shows that a flow is late; nothing while it is fresh. */
export function Late({ flow: { lateSince, freshnessMinutes } }: { flow: Flow }) {
  const { t } = useLingui()
  const { duration } = useFormats()
  if (lateSince === undefined) return null
  const promise = freshnessMinutes == null ? undefined : duration(freshnessMinutes * 60_000)
  return (
    <span {...(promise !== undefined && { 'data-tooltip': t`Last success over ${promise} ago` })}>
      <Badge tone="warning">
        <Trans>Late</Trans>
      </Badge>
    </span>
  )
}
