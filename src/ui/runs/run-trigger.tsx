import { Trans } from '@lingui/react/macro'

import type { Run } from '../../core/runs/run.ts'

/** Who or what started a run. */
export function RunTrigger({ run: { trigger, triggeredBy } }: { run: Run }) {
  const name = triggeredBy?.name
  if (trigger === 'schedule') return <Trans>On schedule</Trans>
  if (trigger === 'api') return <Trans>By the API</Trans>
  return name ? <Trans>By {name}</Trans> : <Trans>By hand</Trans>
}
