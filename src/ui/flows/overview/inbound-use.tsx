import { Trans } from '@lingui/react/macro'

import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useInboundUrl } from '../inbound/use-inbound-url.ts'

/** Whether other programs can start a flow, and when one last did. */
export function InboundUse({ flowId }: { readonly flowId: string }) {
  const { data } = useInboundUrl(flowId)
  if (data === undefined) return null
  if (data === null) return <Trans>None</Trans>
  if (data.usedAt === undefined) return <Trans>not used yet</Trans>
  const used = <RelativeTime at={data.usedAt} />
  return <Trans>used {used}</Trans>
}
