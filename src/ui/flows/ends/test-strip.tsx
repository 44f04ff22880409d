import { Trans, useLingui } from '@lingui/react/macro'

import type { DrawnTest } from '../../../core/connections/connection-overview.ts'
import { ChartCard } from '../../charts/chart-card.tsx'
import { useChartDefaults } from '../../charts/chart-defaults.tsx'
import { MarkStrip } from '../../charts/mark-strip.tsx'
import { useStageName } from '../../connections/testing/use-stage-name.ts'
import { useFormats } from '../../i18n/use-formats.ts'

/** The tests of a connection over time: the colour is the result, the height the duration. */
export function TestStrip({ tests }: { readonly tests: readonly DrawnTest[] }) {
  const { t } = useLingui()
  const { colors } = useChartDefaults()
  const { number, dateTime, duration } = useFormats()
  const stageName = useStageName()
  const passed = tests.filter(({ ok }) => ok).length
  const resultOf = ({ ok, stage }: DrawnTest) => {
    if (ok) return t`Passed`
    const failed = stage === undefined ? undefined : stageName(stage)
    return failed === undefined ? t`Failed` : t`Failed at: ${failed}`
  }
  return (
    <ChartCard
      title={t`Tests`}
      description={
        <Trans>
          {number(passed)} of {number(tests.length)} passed. The height is the duration.
        </Trans>
      }
      columns={[t`Tested`, t`Result`, t`Duration`]}
      rows={tests.toReversed().map((test) => ({
        key: test.at,
        cells: [dateTime(test.at), resultOf(test), duration(test.milliseconds)],
      }))}
    >
      <MarkStrip
        label={t`Tests`}
        marks={tests.map((test) => ({
          id: test.at,
          size: test.milliseconds,
          color: test.ok ? colors.succeeded : colors.failed,
          told: [dateTime(test.at), resultOf(test), duration(test.milliseconds)].join(' · '),
        }))}
        over={(id, mark) => <span key={id} {...mark} role="img" />}
      />
    </ChartCard>
  )
}
