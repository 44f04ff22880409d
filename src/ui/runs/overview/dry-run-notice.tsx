import { Trans } from '@lingui/react/macro'

import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import type { Run } from '../../../core/runs/run.ts'
import { useServerText } from '../../i18n/use-server-text.ts'
import { Callout } from '../../kit/callout/callout.tsx'
import { FixLink } from '../trouble/fix-link.tsx'
import { useRunEstimate } from './use-run-estimate.ts'

/** What a dry run is, and whether a run would not begin, or stop at what the dry run has found. */
export function DryRunNotice({ run }: { readonly run: Run }) {
  const serverText = useServerText()
  const refusal = useRunEstimate(run)?.refusal
  if (!isFinal(run.status)) return <Callout tone="accent" title={<Trans>Dry run: nothing is written</Trans>} />
  if (refusal)
    return (
      <Callout tone="danger" title={serverText.message(refusal)} actions={<FixLink error={refusal} run={run} />}>
        <Trans>The destination is unchanged.</Trans>
      </Callout>
    )
  const stopped = run.streams.filter(({ receipt }) => receipt?.dataChecks?.some(({ state }) => state === 'failed'))
  if (stopped.length > 0) {
    const tables = stopped.map(({ entity }) => entity).join(', ')
    return (
      <Callout tone="danger" title={<Trans>Dry run: a run would stop</Trans>}>
        <Trans>Checks of {tables} fail: a run would keep the old rows.</Trans>
      </Callout>
    )
  }
  return (
    <Callout tone="accent" title={<Trans>Dry run: nothing was written</Trans>}>
      {run.status !== 'succeeded' && <Trans>It did not reach the end; nor would a run.</Trans>}
    </Callout>
  )
}
