import { useLingui } from '@lingui/react/macro'

import type { Run } from '../../../core/runs/run.ts'
import { SideEstimate } from '../../costs/side-estimate.tsx'
import { useRunEstimate } from './use-run-estimate.ts'

/** What a run would cost, by the rows that a dry run has counted; nothing if its systems charge and limit nothing. */
export function DryRunEstimate({ run }: { readonly run: Run }) {
  const { t } = useLingui()
  const data = useRunEstimate(run)
  if (!data) return null
  const { source, destination } = data
  return (
    <>
      {source.figures.length > 0 && <SideEstimate title={t`What reading has cost`} side={source} />}
      {destination.figures.length > 0 && (
        <SideEstimate title={t`What a run would bring to the destination`} side={destination} />
      )}
    </>
  )
}
