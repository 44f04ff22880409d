import { createHash } from 'node:crypto'
import { defined } from '../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { SourceColumn } from '../../ports/source.ts'
import type { RowProblem } from '../../ports/target.ts'
import type { Field, ValueType } from '../../ports/value-type.ts'
import type { EventMapping } from './event-mapping.ts'
import { DEDUPLICATION_DAYS, type UsageEvent } from './usage-event.ts'

const DAY_MS = 86_400_000
const LONGEST_ID = 128

export interface EventMaker {
  readonly flowId: string
  readonly target: string
  readonly columns: readonly SourceColumn[]
  readonly mapping: EventMapping
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * Creates events from rows. The same row has the same transaction id in every run, so that Metronome counts it once.
 * The id is derived from the flow, the target, the time and the key; for equal rows without a key, also from the number of earlier ones.
 */
export function makeEvents({ flowId, target, columns, mapping, now }: EventMaker) {
  const alike = new Map<string, number>()
  let rows = 0

  const transactionId = (fields: readonly Field[], timestamp: string): string => {
    const isKeyed = mapping.key.length > 0
    const identity = isKeyed ? mapping.key.map((position) => fields[position]) : fields
    const hash = (...words: unknown[]) =>
      createHash('sha256')
        .update(JSON.stringify([flowId, target, timestamp, identity, ...words]))
        .digest('hex')
    const id = hash()
    if (isKeyed) return id
    const before = alike.get(id) ?? 0
    alike.set(id, before + 1)
    return before === 0 ? id : hash(before)
  }

  return (fields: readonly Field[]): UsageEvent => {
    rows++
    const problem = eventProblem({ columns, mapping, now }, fields)
    if (problem) throw refused(rows, problem)
    const textOf = (position: number) => fields[position] ?? ''
    const timestamp = eventTime(textOf(mapping.timestamp), valueAt(columns, mapping.timestamp)) ?? ''
    const properties = mapping.properties.flatMap((position) => {
      const text = fields[position]
      return text == null ? [] : [[columns[position]?.name ?? '', asProperty(text, columns[position])]]
    })
    return {
      transaction_id:
        mapping.transaction === undefined ? transactionId(fields, timestamp) : textOf(mapping.transaction),
      customer_id: textOf(mapping.customer),
      event_type: mapping.eventType === undefined ? target : textOf(mapping.eventType),
      timestamp,
      ...defined({ properties: properties.length > 0 ? Object.fromEntries(properties) : undefined }),
    }
  }
}

const valueAt = (columns: readonly SourceColumn[], position: number) =>
  columns[position]?.value ?? { kind: 'text' as const }

/** The reason why a row cannot become an event. */
export function eventProblem(
  { columns, mapping, now }: Pick<EventMaker, 'columns' | 'mapping' | 'now'>,
  fields: readonly Field[],
): RowProblem | undefined {
  const at = (position: number, rule: Sentence): RowProblem => ({ column: columns[position]?.name ?? '', rule })
  const { timestamp, transaction, customer, eventType } = mapping
  for (const position of [timestamp, transaction, customer, eventType]) {
    if (position !== undefined && !fields[position]) return at(position, sentence`must not be empty`)
  }
  const time = eventTime(fields[timestamp] ?? '', valueAt(columns, timestamp))
  if (time === undefined) return at(timestamp, sentence`is not a time that RFC 3339 can express`)
  const age = now() - Date.parse(time)
  if (age > DEDUPLICATION_DAYS * DAY_MS)
    return at(timestamp, sentence`is more than ${DEDUPLICATION_DAYS} days ago, which Metronome refuses`)
  if (age < -DAY_MS) return at(timestamp, sentence`is more than a day ahead, which Metronome refuses`)
  if (transaction !== undefined && (fields[transaction]?.length ?? 0) > LONGEST_ID)
    return at(transaction, sentence`is longer than ${LONGEST_ID} characters`)
  return undefined
}

/** As text, which Metronome recommends: numbers keep every digit. */
const asProperty = (text: string, column: SourceColumn | undefined): string =>
  column?.value.kind === 'boolean' ? String(text === 't') : text

const refused = (row: number, { column, rule }: RowProblem) =>
  new ConnectorError({
    code: 'VALUE_NOT_REPRESENTABLE',
    message: sentence`Row ${row}: ${column} ${rule}.`,
    hint: sentence`Leave such rows out with a filter, or change them at the source.`,
  })

const DATE = /^\d{4}-\d\d-\d\d$/
const MOMENT = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d(?::?\d\d)?)?$/

/**
 * A time of common text as RFC 3339, with all digits. A time without a zone is UTC, a date is the start of its day.
 * @returns `undefined` if it cannot be expressed: infinity, years outside of 0001–9999, text that is not a time
 */
function eventTime(text: string, { kind }: ValueType): string | undefined {
  if (DATE.test(text)) return Number.isNaN(Date.parse(text)) ? undefined : `${text}T00:00:00Z`
  const [, date, time, zone = ''] = MOMENT.exec(text) ?? []
  if (date === undefined || time === undefined) return undefined
  // A text without a zone is a local time of an unknown zone.
  if (kind === 'text' && zone === '') return undefined
  const offset =
    zone === '' || zone === '+00' || zone === 'Z'
      ? 'Z'
      : zone.replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`)
  const moment = `${date}T${time}${offset}`
  return Number.isNaN(Date.parse(moment)) ? undefined : moment
}
