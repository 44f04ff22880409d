import { useLingui } from '@lingui/react/macro'

import type { SideEstimate as Side } from '../../../core/flows/estimate/flow-estimate.ts'
import type { Run } from '../../../core/runs/run.ts'
import { SideEstimate } from '../../costs/side-estimate.tsx'
import { useRunEstimate } from './use-run-estimate.ts'

/** What a run would cost, by the rows that a dry run has counted; nothing if its systems charge and limit nothing. */
export function DryRunEstimate({ run }: { readonly run: Run }) {
  const { t } = useLingui()
  const data = useRunEstimate(run)
  if (!data) return null
  const [source, destination] = [withoutCounts(data.source), withoutCounts(data.destination)]
  return (
    <>
      {hasMore(source) && <SideEstimate title={t`What reading has cost`} side={source} />}
      {hasMore(destination) && <SideEstimate title={t`What a run would bring`} side={destination} />}
    </>
  )
}

/** The figures of the run itself already say how many rows and bytes. */
const withoutCounts = (side: Side): Side => ({
  ...side,
  figures: side.figures.filter(({ name }) => name !== 'rows' && name !== 'bytes'),
})

const hasMore = ({ figures, quotas, notes }: Side): boolean => figures.length + quotas.length + notes.length > 0
