import { defined } from '../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError, type Problem } from '../../ports/connector.ts'
import type { SourceColumn } from '../../ports/source.ts'
import type { TargetRequest } from '../../ports/target-request.ts'
import { EVENT_FIELDS, type EventField } from './usage-event.ts'

/** The positions of an event's parts among the columns of the stream. */
export interface EventMapping {
  readonly customer: number
  readonly timestamp: number
  /** Absent: the target is the type of every event. */
  readonly eventType?: number
  /** Absent: the id is derived from the flow and the row, and is the same each time. */
  readonly transaction?: number
  /** The columns that identify a row; none: the whole row. */
  readonly key: readonly number[]
  readonly properties: readonly number[]
}

/** The entity that is written if a column has the type. */
export const EVENTS = 'events'

/** Uses the stream's mapping, otherwise equal names: a column `customer_id` is the customer. @throws ConnectorError with the missing fields */
export function planMapping({ columns, mapping = {}, key }: TargetRequest): EventMapping {
  const unknown = Object.keys(mapping).filter((field) => !EVENT_FIELDS.includes(field as EventField))
  if (unknown.length > 0) refuse('MAPPING_UNKNOWN', sentence`Metronome's events have no ${unknown.join(', ')}.`)
  const positionOf = (field: EventField) => columns.findIndex(({ name }) => name === (mapping[field] ?? field))
  const gone = EVENT_FIELDS.filter((field) => mapping[field] !== undefined && positionOf(field) < 0)
  if (gone.length > 0) {
    refuse(
      'MAPPING_UNKNOWN',
      sentence`These columns are not in the source: ${gone.map((field) => mapping[field]).join(', ')}.`,
    )
  }
  const [transaction, customer, eventType, timestamp] = EVENT_FIELDS.map(positionOf) as [number, number, number, number]
  if (customer < 0) refuse('MAPPING_REQUIRED', missing('customer_id', sentence`whose usage it is`))
  if (timestamp < 0) refuse('MAPPING_REQUIRED', missing('timestamp', sentence`when it was used`))
  checkTime(columns[timestamp])
  const used = [transaction, customer, eventType, timestamp]
  return defined({
    customer,
    timestamp,
    eventType: eventType >= 0 ? eventType : undefined,
    transaction: transaction >= 0 ? transaction : undefined,
    key: keyOf(columns, key),
    properties: columns.flatMap((_, position) => (used.includes(position) ? [] : [position])),
  })
}

/** The event field that a column becomes; `undefined` for a property. */
export function fieldAt(mapping: EventMapping, position: number): EventField | undefined {
  const { customer, timestamp, eventType, transaction } = mapping
  return EVENT_FIELDS.find((_, at) => [transaction, customer, eventType, timestamp][at] === position)
}

const missing = (field: string, meaning: Sentence) =>
  sentence`No column shows ${meaning}: no column is called "${field}" or mapped to it.`

function checkTime(column: SourceColumn | undefined): void {
  if (column && ['timestamp', 'date', 'text'].includes(column.value.kind)) return
  refuse('MAPPING_UNKNOWN', sentence`The column ${column?.name ?? ''} does not hold times.`)
}

function keyOf(columns: readonly SourceColumn[], chosen: readonly string[] | undefined): readonly number[] {
  const isKey = ({ name, keyPosition }: SourceColumn) => chosen?.includes(name) ?? keyPosition !== undefined
  return columns.flatMap((column, position) => (isKey(column) ? [position] : []))
}

function refuse(code: Problem['code'], message: Sentence): never {
  const hint = sentence`Map the columns in the settings of the stream, or rename them with a transformation.`
  throw new ConnectorError({ code, message, hint, retryable: false })
}
