import { useLingui } from '@lingui/react/macro'

import { SegmentedControl } from '../../kit/segmented-control/segmented-control.tsx'
import { FLOW_VIEWS } from '../../routing/search.ts'
import { useListUrl } from '../../routing/use-list-url.ts'

/** Flows as a list, in the order in which they start, or between their connections. */
export function ViewSwitch() {
  const { t } = useLingui()
  const { filters, filter } = useListUrl()
  return (
    <SegmentedControl
      label={t`View`}
      value={FLOW_VIEWS.find((name) => name === filters.view) ?? 'list'}
      options={[
        { value: 'list', label: t`List` },
        { value: 'order', label: t`Order` },
        { value: 'connections', label: t`Connections` },
      ]}
      onChange={(next) => filter({ view: FLOW_VIEWS.find((view) => view === next), flow: undefined })}
    />
  )
}
