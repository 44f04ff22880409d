import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { Source, SourceEntity, Window } from '../../ports/source.ts'
import type { ValueType } from '../../ports/value-type.ts'
import type { RowSelection } from '../run/stream-request.ts'

/** How a person writes a bound of a cursor of each kind. Other kinds are compared as texts. */
const FORMS: Readonly<Partial<Record<ValueType['kind'], RegExp>>> = {
  integer: /^-?\d{1,20}$/,
  decimal: /^-?\d+(\.\d+)?$/,
  float: /^-?\d+(\.\d+)?$/,
  date: /^\d{4}-\d\d-\d\d$/,
  timestamp: /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d{1,6})?)?)?(Z|\+00)?$/,
}

/**
 * The rows of a part of an entity, both bounds included, as a window. Rows without a value in the cursor are in no part.
 * @returns nothing for a part without bounds: every row. @throws ConnectorError
 */
export async function partWindow(
  source: Source,
  entity: SourceEntity,
  {
    column,
    part: { from, to },
  }: { readonly column: string; readonly part: Omit<Extract<RowSelection, { kind: 'part' }>, 'kind'> },
): Promise<Window | undefined> {
  if (from === undefined && to === undefined) return undefined
  const { value } = entity.columns.find(({ name }) => name === column) ?? {}
  if (!value || !source.cursorBounds) throw isNoBound(entity.name, column)
  const spelled = (bound: string) => spelledBound(bound, value) ?? refuse(isNoBound(entity.name, column, bound))
  // Up to the last row also means those that no run can take for a position, such as times in the future.
  const { until, ahead = 0 } =
    to === undefined ? await source.cursorBounds(entity, column) : { until: spelled(endOf(to, value)) }
  return defined({
    cursor: column,
    from: from === undefined ? undefined : spelled(from),
    until,
    empty: { rows: 0, areRead: false },
    ahead: ahead > 0 ? ahead : undefined,
  })
}

/** A day as the last bound of times is the whole day. */
const endOf = (bound: string, { kind }: ValueType): string =>
  kind === 'timestamp' && FORMS.date?.test(bound.trim()) ? `${bound.trim()} 23:59:59.999999` : bound

function spelledBound(bound: string, { kind }: ValueType): string | undefined {
  const text = bound.trim()
  if (FORMS[kind]?.test(text) === false) return undefined
  if (kind !== 'date' && kind !== 'timestamp') return text
  return isInCalendar(text) ? text.replace('T', ' ').replace('Z', '+00') : undefined
}

/** Some servers take 30 February for no value, and would find no row. */
function isInCalendar(text: string): boolean {
  const [day = '', hour = '00', minute = '00', second = '00'] = text.split(/[ T:]|\.|Z|\+/)
  const time = Date.parse(`${day}T${hour}:${minute}:${second}Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(`${day}T${hour}`)
}

function refuse(error: ConnectorError): never {
  throw error
}

const isNoBound = (entity: string, column: string, bound = '') =>
  new ConnectorError({
    code: 'CURSOR_NOT_SUPPORTED',
    message: sentence`"${bound}" is no value of the column "${column}" of ${entity}, so it cannot limit the rows.`,
    hint: sentence`Write a number as 100, a date as 2024-03-31, and a time as 2024-03-31 12:00:00 (UTC).`,
  })
