import type { CheckOutcome, DataCheck } from '../../../core/catalog/checks/data-checks.ts'
import { countedRows } from '../../../core/catalog/counted.ts'
import { durationWords } from '../../../core/catalog/duration-words.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { oneAfterAnother } from '../../../core/catalog/sentence-lists.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { FindRows, FoundRows } from '../../ports/staged-query.ts'
import type { PlannedStream } from '../plan/plan-stream.ts'
import { at } from '../run/errors-at.ts'
import type { CheckResult, StreamProgress } from '../run/stream-progress.ts'

/** How many of the rows that a check found are shown to people. */
const SHOWN_ROWS = 100

const HOUR_MS = 3_600_000

/**
 * Checks the rows of a stream before they are put in place, reports the result of each check, and the rows that it found.
 * @param find absent if no check queries rows. @throws ConnectorError `CHECK_FAILED` if a check failed that stops the run: nothing has changed
 */
export async function checkRows(stream: PlannedStream, find: FindRows | undefined): Promise<void> {
  const { tracker, checks } = stream
  if (!checks) return
  const results: CheckResult[] = []
  for (const planned of checks.planned) {
    const { check } = planned
    const found = planned.query === undefined ? undefined : await ask(find, planned.query)
    const verdict = judge(check, found, { progress: tracker.progress, before: checks.rowsBefore })
    const result = { id: check.id, type: check.type, state: stateOf(check, verdict), ...verdict }
    results.push(result)
    tracker.hasChecked(results)
    if (result.state === 'passed') continue
    if (found && check.type !== 'freshness') checks.report(check.id, found)
    if (result.state === 'warned' || checks.dry) tracker.report('warning', verdict.message, 'destination')
  }
  const failed = results.filter(({ state }) => state === 'failed')
  if (failed.length > 0 && !checks.dry) throw checkFailed(failed.map(({ message }) => message))
}

const ask = (find: FindRows | undefined, query: string): Promise<FoundRows> => {
  if (!find) throw new Error('the destination was told that its rows will be queried')
  return at('destination', find(query, SHOWN_ROWS))
}

interface Verdict {
  readonly passed: boolean
  /** How many rows did not pass; absent if the check is not about single rows. */
  readonly rows?: number
  readonly message: Sentence
}

const stateOf = ({ severity = 'fail' }: DataCheck, { passed }: Verdict): CheckOutcome => {
  if (passed) return 'passed'
  return severity === 'warn' ? 'warned' : 'failed'
}

interface Facts {
  /** The run, and the number of rows of the last one. */
  readonly progress: StreamProgress
  readonly before: number | undefined
}

function judge(check: DataCheck, found: FoundRows | undefined, facts: Facts): Verdict {
  const count = found?.count ?? 0
  const broken = (message: Sentence): Verdict => ({ passed: count === 0, rows: count, message })
  switch (check.type) {
    case 'row_count':
      return judgeCount(check, facts)
    case 'freshness':
      return judgeAge(check, found?.rows[0]?.[0] ?? readBefore(check, facts), facts)
    case 'not_null':
      return broken(sentence`Rows without a value in ${check.columns.join(', ')}: ${count}.`)
    case 'unique':
      return broken(sentence`Rows with the same ${check.columns.join(', ')} as another row: ${count}.`)
    case 'accepted_values':
      return broken(sentence`Rows with a value in ${check.column} that is not accepted: ${count}.`)
    case 'foreign_key':
      return broken(sentence`Rows whose ${check.columns.join(', ')} does not exist in ${check.target}: ${count}.`)
    case 'sql':
      return broken(
        check.name
          ? sentence`Rows that “${check.name}” found: ${count}.`
          : sentence`Rows that the query of the check found: ${count}.`,
      )
  }
}

function judgeCount(
  { percent, rows: wanted }: Extract<DataCheck, { type: 'row_count' }>,
  { progress: { rowsWritten: rows }, before }: Facts,
): Verdict {
  const expected = wanted ?? before
  if (expected === undefined)
    return { passed: true, message: sentence`${countedRows(rows)}; no earlier run has a number to compare with.` }
  const passed = Math.abs(rows - expected) * 100 <= expected * percent
  return {
    passed,
    message: sentence`${countedRows(rows)}; expected: ${expected}. ${percent} % more or fewer are accepted.`,
  }
}

function judgeAge(
  { column, hours }: Extract<DataCheck, { type: 'freshness' }>,
  newest: string | undefined,
  { progress }: Facts,
): Verdict {
  if (newest === undefined && progress.window && progress.rowsWritten === 0)
    return { passed: true, message: sentence`No new rows arrived, so there is no ${column} to look at.` }
  if (newest === undefined) return { passed: false, message: sentence`No row has a value in ${column}.` }
  const moment = momentOf(newest)
  if (Number.isNaN(moment)) return { passed: false, message: sentence`${newest} in ${column} is not a time.` }
  const passed = Date.now() - moment <= hours * HOUR_MS
  return {
    passed,
    message: sentence`The latest ${column} is ${newest}; at most ${durationWords(hours * 3_600)} ago is accepted.`,
  }
}

/** A run without new rows knows the latest value of its cursor. */
const readBefore = ({ column }: { readonly column: string }, { progress: { window, cursorBefore } }: Facts) =>
  window?.cursor === column ? (window.until ?? cursorBefore) : undefined

/** A time without a zone is in UTC. */
function momentOf(text: string): number {
  const iso = text
    .trim()
    .replace(' ', 'T')
    .replace(/([+-]\d\d)$/, '$1:00')
  return Date.parse(/T.*([+-]\d\d:\d\d|Z)$/.test(iso) || !iso.includes('T') ? iso : `${iso}Z`)
}

const checkFailed = (messages: readonly Sentence[]) =>
  new ConnectorError({
    code: 'CHECK_FAILED',
    message: sentence`The rows did not pass their checks. ${oneAfterAnother(messages) ?? ''}`,
    hint: sentence`Of this table nothing was changed or sent. Look at the rows that were found, correct them at the source, or change the check.`,
  })
