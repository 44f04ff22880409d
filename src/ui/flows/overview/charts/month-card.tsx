import { Trans, useLingui } from '@lingui/react/macro'
import { scaleLinear } from '@visx/scale'
import { AreaClosed, Line, LinePath } from '@visx/shape'

import type { BudgetKind } from '../../../../core/catalog/budgets.ts'
import type { MonthUse } from '../../../../core/flows/overview/month-use.ts'
import { ChartCard } from '../../../charts/chart-card.tsx'
import { ChartFrame } from '../../../charts/chart-frame.tsx'
import { Limit } from '../../../charts/limit.tsx'
import { useFormats } from '../../../i18n/use-formats.ts'
import { classNames } from '../../../kit/class-names.ts'
import styles from './charts.module.css'

/** What the flow has spent this month, against its budget. */
export function MonthCard({ use: { kind, spent, limit, days, expected, daysInMonth } }: { readonly use: MonthUse }) {
  const { t } = useLingui()
  const { number, compact, price, money, day: dayName } = useFormats()
  const titles: Readonly<Record<BudgetKind, string>> = {
    dollars: t`Cost this month`,
    rows: t`Rows this month`,
    mails: t`Mails this month`,
  }
  const format = kind === 'dollars' ? price : number
  const [used, most, end] = [format(spent), limit === undefined ? '' : format(limit), format(Math.round(expected))]
  const highest = Math.max(1, limit ?? 0, spent, expected)
  const start = days[0]?.day ?? ''
  const instantOf = (day: string) => `${day}T00:00:00.000Z`
  return (
    <ChartCard
      title={titles[kind]}
      description={
        limit === undefined ? (
          <Trans>
            {used} so far, about {end} by its end
          </Trans>
        ) : (
          <Trans>
            {used} of {most}, about {end} by its end
          </Trans>
        )
      }
      columns={[t`Day`, t`Spent until then`]}
      rows={days
        .toReversed()
        .map(({ day, spent: sum }) => ({ key: day, cells: [dayName(instantOf(day)), format(sum)] }))}
    >
      <ChartFrame
        label={titles[kind]}
        highest={highest}
        format={kind === 'dollars' ? money : compact}
        draw={({ left, right, y }) => {
          const x = scaleLinear<number>({ domain: [0, daysInMonth], range: [left, right] })
          const points = [{ at: 0, sum: 0 }, ...days.map(({ spent: sum }, index) => ({ at: index + 1, sum }))]
          const last = points.at(-1) ?? { at: 0, sum: 0 }
          return {
            marks: (
              <>
                <AreaClosed
                  className={classNames(styles['spent'])}
                  data={points}
                  x={({ at }) => x(at)}
                  y={({ sum }) => y(sum)}
                  yScale={y}
                />
                <LinePath
                  className={classNames(styles['sum'])}
                  data={points}
                  x={({ at }) => x(at)}
                  y={({ sum }) => y(sum)}
                />
                <Line
                  className={classNames(styles['expected'])}
                  from={{ x: x(last.at), y: y(last.sum) }}
                  to={{ x: x(daysInMonth), y: y(Math.max(last.sum, expected)) }}
                />
                {limit !== undefined && <Limit left={left} right={right} at={y(limit)} />}
              </>
            ),
            columns: days.map(({ day, spent: sum }, index) => ({
              key: day,
              from: x(index),
              to: x(index + 1),
              words: `${dayName(instantOf(day))} · ${format(sum)}`,
            })),
            ticks: Array.from({ length: daysInMonth }, (_, index) => {
              const at = new Date(Date.parse(instantOf(start)) + index * 86_400_000).toISOString()
              return { key: at, x: x(index + 0.5), text: dayName(at) }
            }),
          }
        }}
      />
    </ChartCard>
  )
}
