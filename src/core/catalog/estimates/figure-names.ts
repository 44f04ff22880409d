/** What an estimate of one end of a flow counts. */
export const FIGURE_NAMES = [
  'rows',
  'bytes',
  /** Requests to a vendor. */
  'calls',
  /** What the vendor charges, in US dollars. */
  'dollars',
  'cells',
  'events',
  'mails',
  /** Of all mails together. */
  'recipients',
  /** Of the tables after the run. */
  'stored_bytes',
  /** What queries of the run process, which a vendor may charge. */
  'processed_bytes',
] as const

export type FigureName = (typeof FIGURE_NAMES)[number]

/** Limits of vendors that a run counts against. */
export const QUOTA_NAMES = [
  'spreadsheet_cells',
  'sheets_reads_a_minute',
  'sheets_writes_a_minute',
  'load_jobs_a_day',
  'events_a_batch',
  'attachment_bytes',
  'recipients_a_mail',
] as const

export type QuotaName = (typeof QUOTA_NAMES)[number]
