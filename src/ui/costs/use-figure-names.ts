import { useLingui } from '@lingui/react/macro'

import type { FigureName, QuotaName } from '../../core/catalog/estimates/figure-names.ts'

export function useFigureNames(): Readonly<Record<FigureName, string>> {
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

export function useQuotaNames(): Readonly<Record<QuotaName, string>> {
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
