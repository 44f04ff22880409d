import { Trans } from '@lingui/react/macro'

import { useDisabledReason } from '../../../access/use-disabled-reason.ts'
import { Callout } from '../../../kit/callout/callout.tsx'

/** Says once for all settings of the flow why the user may only look at them; nothing for who may change them. */
export function MayNotChange() {
  const disabledReason = useDisabledReason('flow.write')
  return (
    disabledReason !== undefined && (
      <Callout title={<Trans>Your role may not change this flow</Trans>}>{disabledReason}</Callout>
    )
  )
}
