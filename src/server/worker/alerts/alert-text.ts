import { countedRows } from '../../../core/catalog/counted.ts'
import { durationWords } from '../../../core/catalog/duration-words.ts'
import { verdictOf } from '../../../core/catalog/runs/verdict/run-verdict.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { nearlySpent } from '../../domain/budgets/budget-sentences.ts'
import type { Translate } from '../../mail/translate-for.ts'
import type { AlertedRun, AlertMessage } from '../../store/alerts/alert-message.ts'

/** What a message says, in a language. @returns the headline, and lines below it */
export function alertWords(
  message: AlertMessage,
  translate: Translate,
): { readonly headline: string; readonly lines: readonly string[] } {
  const { headline, details } = message.mirror ? mirrorWords(message, message.mirror) : wordsOf(message)
  return { headline: translate(headline), lines: details.map(translate) }
}

/** A message as text for e-mail. @param url the page with details, if the server knows its own address */
export function alertText(
  message: AlertMessage,
  url: string | undefined,
  translate: Translate,
): { readonly subject: string; readonly text: string } {
  const { headline, lines: details } = alertWords(message, translate)
  const lines = [
    headline,
    ...details,
    ...(url === undefined ? [] : ['', url]),
    '',
    translate(sentence`Organization: ${message.organization.name}`),
  ]
  return { subject: headline, text: `${lines.join('\n')}\n` }
}

interface AlertWords {
  readonly headline: Sentence
  readonly details: readonly Sentence[]
}

function wordsOf({ type, flow, run, freshness, budget, organization }: AlertMessage): AlertWords {
  const name = flow?.name ?? ''
  switch (type) {
    case 'flow.failed':
    case 'run.failed':
    case 'run.partially_succeeded':
      return failureWords(name, run)
    case 'flow.recovered':
      return {
        headline: sentence`“${name}” works again`,
        details: writtenText(run),
      }
    case 'run.succeeded':
      return {
        headline: succeededText(name, run),
        details: writtenText(run),
      }
    case 'run.cancelled':
      return { headline: sentence`A run of “${name}” was cancelled`, details: [] }
    case 'run.skipped':
      return { headline: sentence`A run of “${name}” was skipped`, details: failureText(run) }
    case 'flow.late':
      return { headline: sentence`“${name}” is late`, details: lateText(freshness) }
    case 'flow.rejected':
      return {
        headline: sentence`“${name}” has rejected rows`,
        details: rejectedText(run),
      }
    case 'flow.budget':
      return { headline: sentence`“${name}” has used most of a budget`, details: budget ? [budgetText(budget)] : [] }
    case 'flow.lineage':
      return { headline: sentence`“${name}” has reported its lineage`, details: [] }
    case 'test':
      return {
        headline: sentence`Test message of ${organization.name}`,
        details: [sentence`Alerts of your flows will arrive here.`],
      }
  }
}

function mirrorWords({ type, flow }: AlertMessage, mirror: Mirrored): AlertWords {
  const { entity = '', error, held_bytes, difference, repaired } = mirror
  const name = flow?.name ?? ''
  if (difference) {
    const { missing, changed, extra } = difference
    return {
      headline: sentence`The mirror “${name}” has found a difference in ${entity}`,
      details: [
        sentence`Missing rows: ${missing}. Rows with other values: ${changed}. Rows that only the destination has: ${extra}. They are sent again.`,
      ],
    }
  }
  if (repaired !== undefined)
    return {
      headline: sentence`The mirror “${name}” has repaired ${entity}`,
      details: [sentence`Rows sent again: ${repaired}.`],
    }
  if (type === 'flow.recovered') return { headline: sentence`The mirror “${name}” follows again`, details: [] }
  if (held_bytes !== undefined)
    return {
      headline: sentence`The mirror “${name}” has nearly used up the log that its source may keep for it`,
      details: [
        sentence`The source keeps ${String(Math.round(held_bytes / MEGABYTE))} MB. At the end of the budget it may forget them, and the tables are copied again.`,
      ],
    }
  const headline =
    mirror.entity === undefined
      ? sentence`The mirror “${name}” does not follow its source`
      : sentence`The mirror “${name}” has paused ${entity}`
  return { headline, details: error ? [error.sentence ?? sentence`${error.message}`] : [] }
}

const MEGABYTE = 1 << 20

type Mirrored = NonNullable<AlertMessage['mirror']>

/** Not plainly, if rows were rejected. */
function succeededText(name: string, run: AlertedRun | undefined): Sentence {
  const { rejected } = verdictOf({ status: 'succeeded', rowsRead: run?.rows_read, rowsRejected: run?.rows_rejected })
  if (!rejected) return sentence`“${name}” has succeeded`
  const { rows, percent } = rejected
  return sentence`“${name}” has succeeded, but rejected ${countedRows(rows)} (${percent} %)`
}

const failureWords = (name: string, run: AlertedRun | undefined): AlertWords => ({
  headline:
    run?.status === 'partially_succeeded' ? sentence`“${name}” has partly succeeded` : sentence`“${name}” has failed`,
  details: failureText(run),
})

const writtenText = (run: AlertedRun | undefined): readonly Sentence[] =>
  run ? [sentence`${run.rows_written} rows were written.`] : []

const rejectedText = (run: AlertedRun | undefined): readonly Sentence[] =>
  run ? [sentence`${run.rows_rejected} of ${run.rows_read} rows were rejected, more than the limit of this alert.`] : []

function lateText(freshness: AlertMessage['freshness']): readonly Sentence[] {
  const last = freshness?.last_success_at
  return [
    sentence`Its rows were promised to be no older than ${durationWords((freshness?.promised_minutes ?? 0) * 60)}.`,
    last == null
      ? sentence`It has not succeeded yet.`
      : sentence`Its last success was on ${last.slice(0, 10)} at ${last.slice(11, 16)} UTC.`,
  ]
}

const budgetText = ({ of, kind, limit, spent }: NonNullable<AlertMessage['budget']>): Sentence =>
  nearlySpent({ kind, isOfFlow: of === 'flow', spent, most: limit })

/** The sentence of the run; for several tables each failed one, as far as listed. */
function failureText(run: AlertedRun | undefined): readonly Sentence[] {
  if (!run) return []
  const { error, failures = [], tables = { all: 1, arrived: 0 } } = run
  const more = tables.all - tables.arrived - failures.length
  const each = failures.map((failure) => sentence`- ${failure.entity}: ${failure.sentence ?? failure.message}`)
  const hint = error?.hint_sentence ?? error?.hint
  return [
    ...(error ? [sentence`${error.sentence ?? error.message}`] : []),
    ...(hint === undefined ? [] : [sentence`${hint}`]),
    ...(tables.all === 1 ? [] : [...each, ...(more > 0 && each.length > 0 ? [sentence`and ${more} more`] : [])]),
  ]
}
