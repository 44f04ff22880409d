import { Trans, useLingui } from '@lingui/react/macro'

import type { Flow } from '../../../core/flows/flow.ts'
import { SideEstimate } from '../../costs/side-estimate.tsx'
import { useFigureText } from '../../costs/use-figure-text.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { Skeleton } from '../../kit/skeleton/skeleton.tsx'
import styles from './cost-dialog.module.css'
import { useEstimateText } from './estimate-line.tsx'
import { useFlowEstimate } from './use-flow-estimate.ts'

/** The estimate of a run, end by end. */
export function FlowEstimateView({ flow }: { readonly flow: Flow }) {
  const { t } = useLingui()
  const { data, isLoading, isError, error, refetch } = useFlowEstimate(flow)
  const textOf = useEstimateText()
  const figure = useFigureText()
  if (isLoading) return <Skeleton />
  if (isError && !data)
    return <ErrorState title={t`The estimate could not be made`} error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const runs = data.month && figure(data.month.runs)
  return (
    <>
      <p className={styles['whole']}>{textOf(data)}</p>
      <div className={styles['sides']}>
        <SideEstimate title={t`At the source`} side={data.source} />
        <SideEstimate title={t`At the destination`} side={data.destination} />
      </div>
      <p className={styles['hint']}>
        {data.seconds.amount === undefined && (
          <>
            <Trans>Known after the first run.</Trans>{' '}
          </>
        )}
        {runs !== undefined && <Trans>Scheduled runs in 30 days: {runs}</Trans>}
      </p>
    </>
  )
}
