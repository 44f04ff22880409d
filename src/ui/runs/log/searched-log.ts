import type { I18n } from '@lingui/core'
import { defined } from '../../../core/catalog/defined.ts'
import type { RunLogFilter, RunLogLine, RunLogPage } from '../../../core/runs/run.ts'
import type { RunCalls } from '../../../core/runs/run-calls.ts'
import { fitsLog } from '../../../core/runs/run-log.ts'
import { translateServerText } from '../../i18n/translate-server-text.ts'
import { wholeLog } from './whole-log.ts'

/** The line with the text that the user reads. */
export const asShown = (i18n: I18n, line: RunLogLine): RunLogLine => ({
  ...line,
  message: translateServerText(i18n, line.message, line.sentence),
})

/** The lines with the searched words in the user's language, found in the browser because the server knows only the English texts. */
export async function searchedLog(
  fetchRunLog: RunCalls['fetchRunLog'],
  i18n: I18n,
  runId: string,
  { search, ...filter }: RunLogFilter,
): Promise<RunLogPage> {
  const { lines, counts } = await wholeLog(fetchRunLog, runId, filter)
  const fitting = lines.filter((line) => fitsLog(asShown(i18n, line), search === undefined ? {} : { search }))
  return defined({ lines: fitting, counts: counts && { lines: counts.lines, fitting: fitting.length } })
}
