import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

import { isFinal } from '../../../../core/catalog/runs/run-states.ts'
import type { DrawnRun } from '../../../../core/flows/overview/flow-overview.ts'
import { durationOf } from '../../../../core/flows/overview/run-durations.ts'
import { ChartCard } from '../../../charts/chart-card.tsx'
import { MarkStrip } from '../../../charts/mark-strip.tsx'
import { useFormats } from '../../../i18n/use-formats.ts'
import { useRunColors } from './run-colors.ts'
import { useRunWords } from './use-run-words.ts'

/** The last runs: the colour is the result, the height the duration, and each is a link to its page. */
export function RunStrip({ runs }: { readonly runs: readonly DrawnRun[] }) {
  const { t } = useLingui()
  const { number } = useFormats()
  const words = useRunWords(runs)
  const count = (wanted: (run: DrawnRun) => boolean) => runs.filter(wanted).length
  const [succeeded, ended] = [count(({ status }) => status === 'succeeded'), count(({ status }) => isFinal(status))]
  return (
    <ChartCard
      title={t`Last runs`}
      description={
        <Trans>
          {number(succeeded)} of {number(ended)} succeeded. The height is the duration.
        </Trans>
      }
      columns={[t`Started`, t`Result`, t`Duration`, t`Rows`, t`Rejected`]}
      rows={runs.toReversed().map((run) => ({
        key: run.id,
        cells: [
          <Link key="name" to="/runs/$id" params={{ id: run.id }}>
            {words.title(run)}
          </Link>,
          words.state(run),
          words.took(run),
          number(run.rowsWritten),
          number(run.rowsRejected),
        ],
      }))}
    >
      <Strip runs={runs} />
    </ChartCard>
  )
}

function Strip({ runs }: { readonly runs: readonly DrawnRun[] }) {
  const { t } = useLingui()
  const { number } = useFormats()
  const words = useRunWords(runs)
  const colorOf = useRunColors()
  const marks = runs.map((run) => {
    const rows = number(run.rowsWritten)
    return {
      id: run.id,
      size: durationOf(run),
      color: colorOf(run.status),
      isLive: !isFinal(run.status),
      told: [words.title(run), words.state(run), words.took(run), t`${rows} rows`, words.rejected(run)]
        .filter((part) => part !== '')
        .join(' · '),
    }
  })
  return (
    <MarkStrip
      label={t`Last runs`}
      marks={marks}
      over={(id, mark) => <Link key={id} {...mark} to="/runs/$id" params={{ id }} />}
    />
  )
}
