import { useLingui } from '@lingui/react/macro'

import type { DashboardPeriod } from '../../core/dashboard/dashboard.ts'
import { SegmentedControl } from '../kit/segmented-control/segmented-control.tsx'

interface PeriodControlProps {
  readonly value: DashboardPeriod
  onChange(period: DashboardPeriod): void
}

export function PeriodControl({ value, onChange }: PeriodControlProps) {
  const { t } = useLingui()
  return (
    <SegmentedControl
      label={t`Period`}
      value={value}
      options={[
        { value: '24h', label: t`24 hours` },
        { value: '7d', label: t`7 days` },
        { value: '30d', label: t`30 days` },
      ]}
      onChange={onChange}
    />
  )
}
