import { Trans, useLingui } from '@lingui/react/macro'

import { type FlowEstimate, isTooMuch } from '../../../core/flows/estimate/flow-estimate.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { useFigureText } from '../../costs/use-figure-text.ts'
import { Button } from '../../kit/button/button.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { useRunPrice } from '../../runs/price/use-run-price.ts'
import { useFlowEstimate } from './use-flow-estimate.ts'

interface EstimateLineProps {
  readonly flow: Flow
  onOpen(): void
}

/** What a run would move and cost, in a line, before anybody saves or runs it. */
export function EstimateLine({ flow, onOpen }: EstimateLineProps) {
  const { data } = useFlowEstimate(flow)
  const price = useRunPrice(flow)
  const textOf = useEstimateText()
  if (!data && price === undefined) return null
  const isMore = data && [...data.source.quotas, ...data.destination.quotas].some(isTooMuch)
  return (
    <Callout
      tone={isMore ? 'warning' : 'neutral'}
      actions={
        data && (
          <Button size="xs" onClick={onOpen}>
            <Trans>Cost and budget</Trans>
          </Button>
        )
      }
    >
      {data && <p>{textOf(data)}</p>}
      {price !== undefined && <p>{price}</p>}
      {isMore && (
        <p>
          <Trans>More than the vendor allows.</Trans>
        </p>
      )}
    </Callout>
  )
}

/** The figures that people ask for first. */
export function useEstimateText(): (estimate: FlowEstimate) => string {
  const { t } = useLingui()
  const figure = useFigureText()
  return ({ destination, source, seconds, dollars, month }) => {
    const of = (name: string) => destination.figures.find((one) => one.name === name)
    const rows = of('events') ?? of('rows') ?? source.figures.find((one) => one.name === 'rows')
    const mails = of('mails')
    return [
      ...(mails ? [t`Mails: ${figure(mails)}`] : []),
      ...(rows ? [of('events') ? t`Events: ${figure(rows)}` : t`Rows: ${figure(rows)}`] : []),
      ...(seconds.amount === undefined ? [] : [t`Time: ${figure(seconds, 'seconds')}`]),
      ...(dollars ? [t`Price: ${figure(dollars, 'dollars')}`] : []),
      ...(month?.dollars ? [t`In a month: ${figure(month.dollars, 'dollars')}`] : []),
    ].join(' · ')
  }
}
