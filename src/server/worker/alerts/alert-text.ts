import type { AlertedRun, AlertMessage } from '../../domain/alerts/alert-message.ts'

/** A message as text for e-mail. @param url the page with details, if the server knows its own address */
export function alertText(message: AlertMessage, url: string | undefined): { subject: string; text: string } {
  const { headline, details } = wordsOf(message)
  const lines = [
    headline,
    ...details,
    ...(url === undefined ? [] : ['', url]),
    '',
    `Organization: ${message.organization.name}`,
  ]
  return { subject: headline, text: `${lines.join('\n')}\n` }
}

function wordsOf({ type, flow, run, freshness, organization }: AlertMessage): { headline: string; details: string[] } {
  const name = `“${flow?.name ?? ''}”`
  switch (type) {
    case 'flow.failed':
      return {
        headline: run?.status === 'partially_succeeded' ? `${name} has partly succeeded` : `${name} has failed`,
        details: run ? failureText(run) : [],
      }
    case 'flow.recovered':
      return { headline: `${name} works again`, details: run ? [`${run.rows_written} rows were written.`] : [] }
    case 'flow.late': {
      const last = freshness?.last_success_at
      return {
        headline: `${name} is late`,
        details: [
          `Its rows were promised to be no older than ${durationText(freshness?.promised_minutes ?? 0)}.`,
          last == null ? 'It has not succeeded yet.' : `Its last success was on ${timeText(last)}.`,
        ],
      }
    }
    case 'flow.rejected':
      return {
        headline: `${name} has rejected rows`,
        details: run
          ? [`${run.rows_rejected} of ${run.rows_read} rows were rejected, more than the limit of this alert.`]
          : [],
      }
    case 'test':
      return { headline: `Test message of ${organization.name}`, details: ['Alerts of your flows will arrive here.'] }
  }
}

/** The sentence of the run; for several tables each failed one, as far as listed. */
function failureText({ error, failures = [], tables = { all: 1, arrived: 0 } }: AlertedRun): string[] {
  const more = tables.all - tables.arrived - failures.length
  const each = failures.map(({ entity, message }) => `- ${entity}: ${message}`)
  return [
    ...(error ? [error.message] : []),
    ...(error?.hint === undefined ? [] : [error.hint]),
    ...(tables.all === 1 ? [] : [...each, ...(more > 0 && each.length > 0 ? [`and ${more} more`] : [])]),
  ]
}

const timeText = (instant: string): string => `${instant.slice(0, 10)} at ${instant.slice(11, 16)} UTC`

function durationText(minutes: number): string {
  const [count, unit] =
    minutes % 1440 === 0 ? [minutes / 1440, 'day'] : minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
