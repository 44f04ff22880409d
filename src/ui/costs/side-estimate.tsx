import { Trans, useLingui } from '@lingui/react/macro'
import type { FigureName, QuotaName } from '../../core/catalog/estimates/figure-names.ts'
import { isTooMuch, type Quota, type SideEstimate as Side } from '../../core/flows/estimate/flow-estimate.ts'
import { useServerText } from '../i18n/use-server-text.ts'
import { Badge } from '../kit/badge/badge.tsx'
import styles from './side-estimate.module.css'
import { unitOf, useFigureText } from './use-figure-text.ts'

/** What a run costs one end of a flow, and what its vendor limits. */
export function SideEstimate({ title, side }: { readonly title: string; readonly side: Side }) {
  const textOf = useFigureText()
  const names = useFigureNames()
  const serverText = useServerText()
  return (
    <section className={styles['side']} aria-label={title}>
      <h3 className={styles['title']}>{title}</h3>
      <dl className={styles['figures']}>
        {side.figures.map(({ name, ...figure }) => (
          <div key={name} className={styles['figure']}>
            <dt>{names[name]}</dt>
            <dd>{textOf(figure, unitOf(name))}</dd>
          </div>
        ))}
        {side.quotas.map((quota) => (
          <QuotaRow key={quota.name} quota={quota} />
        ))}
      </dl>
      {serverText.notes(side.notes, side.noteSentences).map((note) => (
        <p key={note} className={styles['note']}>
          {note}
        </p>
      ))}
    </section>
  )
}

function QuotaRow({ quota }: { quota: Quota }) {
  const { name, most, needed, left } = quota
  const textOf = useFigureText()
  const names = useQuotaNames()
  const unit = name === 'attachment_bytes' ? 'bytes' : 'count'
  const limit = textOf({ certainty: 'counted', amount: most }, unit)
  const need = textOf(needed, unit)
  const rest = textOf(left, unit)
  return (
    <div className={styles['figure']}>
      <dt>{names[name]}</dt>
      <dd>
        {left.amount === undefined || left.amount === most ? (
          <Trans>
            {need} of {limit}
          </Trans>
        ) : (
          <Trans>
            {need}; {rest} of {limit} are left
          </Trans>
        )}{' '}
        {isTooMuch(quota) && (
          <Badge tone="danger">
            <Trans>Too much</Trans>
          </Badge>
        )}
      </dd>
    </div>
  )
}

function useFigureNames(): Readonly<Record<FigureName, string>> {
  const { t } = useLingui()
  return {
    rows: t`Rows`,
    bytes: t`Bytes`,
    calls: t`Calls`,
    dollars: t`Price`,
    cells: t`Cells`,
    events: t`Events`,
    mails: t`Mails`,
    recipients: t`Recipients`,
    stored_bytes: t`Stored afterwards`,
    processed_bytes: t`Processed by queries`,
  }
}

function useQuotaNames(): Readonly<Record<QuotaName, string>> {
  const { t } = useLingui()
  return {
    spreadsheet_cells: t`Cells of the spreadsheet`,
    sheets_reads_a_minute: t`Reads a minute`,
    sheets_writes_a_minute: t`Writes a minute`,
    load_jobs_a_day: t`Load jobs for a table and day`,
    events_a_batch: t`Events in a batch`,
    attachment_bytes: t`Size of the attachment`,
    recipients_a_mail: t`Recipients of a mail`,
  }
}
