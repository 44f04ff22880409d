import { useLingui } from '@lingui/react/macro'

import type { Flow, Schedule } from '../../../core/flows/flow.ts'
import { useFigureText } from '../../costs/use-figure-text.ts'
import { useFlowEstimate } from './use-flow-estimate.ts'

/** What the runs of a schedule cost in a month, while it is chosen. */
export function ScheduleCost({ flow, schedule }: { readonly flow: Flow; readonly schedule: Schedule }) {
  const { t } = useLingui()
  const { data } = useFlowEstimate({ ...flow, config: { ...flow.config, schedule } })
  const figure = useFigureText()
  if (!data?.month) return null
  const { runs, rows, dollars } = data.month
  const parts = [
    t`Runs in 30 days: ${figure(runs)}`,
    ...(rows.amount === undefined ? [] : [t`Rows: ${figure(rows)}`]),
    ...(dollars ? [t`Price: ${figure(dollars, 'dollars')}`] : []),
  ]
  return <p>{parts.join(' · ')}</p>
}
