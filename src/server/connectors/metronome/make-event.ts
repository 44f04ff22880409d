import { createHash } from 'node:crypto'

import type { Field } from '../common-text/row-encoder.ts'
import { ConnectorError } from '../connector.ts'
import type { SourceColumn } from '../source.ts'
import type { EventMapping } from './event-mapping.ts'
import { eventTime } from './event-time.ts'
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
 * Makes events of rows. The transaction id is the same for the same row in every run, so that Metronome counts it once:
 * of the flow, the target, the time and the row's key; of rows without a key that are alike, of how many came before.
 */
export function makeEvents({ flowId, target, columns, mapping, now }: EventMaker) {
  const alike = new Map<string, number>()
  let rows = 0

  const transactionId = (fields: readonly Field[], timestamp: string): string => {
    const isKeyed = mapping.key.length > 0
    const told = isKeyed ? mapping.key.map((position) => fields[position]) : fields
    const hash = (...words: unknown[]) =>
      createHash('sha256')
        .update(JSON.stringify([flowId, target, timestamp, told, ...words]))
        .digest('hex')
    const id = hash()
    if (isKeyed) return id
    const before = alike.get(id) ?? 0
    alike.set(id, before + 1)
    return before === 0 ? id : hash(before)
  }

  return (fields: readonly Field[]): UsageEvent => {
    rows++
    const required = (position: number, longest?: number): string => {
      const text = fields[position]
      if (text == null || text === '') throw refused(rows, columns[position], 'must not be empty')
      if (longest !== undefined && text.length > longest)
        throw refused(rows, columns[position], `is longer than ${longest} characters`)
      return text
    }
    const column = columns[mapping.timestamp]
    const timestamp = eventTime(required(mapping.timestamp), column?.value ?? { kind: 'text' })
    if (timestamp === undefined) throw refused(rows, column, 'is no time that RFC 3339 can write')
    const age = now() - Date.parse(timestamp)
    if (age > DEDUPLICATION_DAYS * DAY_MS)
      throw refused(rows, column, `is more than ${DEDUPLICATION_DAYS} days ago, which Metronome refuses`)
    if (age < -DAY_MS) throw refused(rows, column, 'is more than a day ahead, which Metronome refuses')
    const properties = mapping.properties.flatMap((position) => {
      const text = fields[position]
      return text == null ? [] : [[columns[position]?.name ?? '', asProperty(text, columns[position])]]
    })
    return {
      transaction_id:
        mapping.transaction === undefined
          ? transactionId(fields, timestamp)
          : required(mapping.transaction, LONGEST_ID),
      customer_id: required(mapping.customer),
      event_type: mapping.eventType === undefined ? target : required(mapping.eventType),
      timestamp,
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    }
  }
}

/** As text, as Metronome advises: numbers keep every digit. */
const asProperty = (text: string, column: SourceColumn | undefined): string =>
  column?.value.kind === 'boolean' ? String(text === 't') : text

const refused = (row: number, column: SourceColumn | undefined, rule: string) =>
  new ConnectorError({
    code: 'VALUE_NOT_REPRESENTABLE',
    message: `Row ${row}: ${column?.name} ${rule}.`,
    hint: 'Leave such rows out with a filter, or change them at the source.',
    retryable: false,
  })
