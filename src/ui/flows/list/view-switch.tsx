import { useLingui } from '@lingui/react/macro'

import { SegmentedControl } from '../../kit/segmented-control/segmented-control.tsx'
import { FLOW_VIEWS } from '../../routing/search.ts'

type FlowView = (typeof FLOW_VIEWS)[number]

interface ViewSwitchProps {
  /** Absent: the list. */
  readonly value: FlowView | undefined
  onChange(view: FlowView | undefined): void
}

/** Flows as a list, in the order in which they start, or between their connections. */
export function ViewSwitch({ value, onChange }: ViewSwitchProps) {
  const { t } = useLingui()
  return (
    <SegmentedControl
      label={t`View`}
      value={value ?? 'list'}
      options={[
        { value: 'list', label: t`List` },
        { value: 'order', label: t`Order` },
        { value: 'connections', label: t`Connections` },
      ]}
      onChange={(next) => onChange(FLOW_VIEWS.find((view) => view === next))}
    />
  )
}
