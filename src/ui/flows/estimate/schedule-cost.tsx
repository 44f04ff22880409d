import { Trans } from '@lingui/react/macro'

import type { Flow, Schedule } from '../../../core/flows/flow.ts'
import { useFigureText } from '../../costs/use-figure-text.ts'
import { useFlowEstimate } from './use-flow-estimate.ts'

/** What the runs of a schedule cost in a month, while it is chosen. */
export function ScheduleCost({ flow, schedule }: { readonly flow: Flow; readonly schedule: Schedule }) {
  const { data } = useFlowEstimate({ ...flow, config: { ...flow.config, schedule } })
  const figure = useFigureText()
  if (!data?.month) return null
  const { runs, rows, dollars } = data.month
  const times = figure(runs)
  const amount = figure(rows)
  return (
    <p>
      {dollars ? (
        <Trans>
          In the next 30 days: {times} runs, {figure(dollars, 'dollars')}
        </Trans>
      ) : rows.amount === undefined ? (
        <Trans>In the next 30 days: {times} runs</Trans>
      ) : (
        <Trans>
          In the next 30 days: {times} runs, {amount} rows
        </Trans>
      )}
    </p>
  )
}
