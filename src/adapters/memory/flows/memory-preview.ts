import { runsIn } from '../../../core/catalog/transformations/step-choices.ts'
import { linesIn } from '../../../core/catalog/transformations/transformation-settings.ts'
import type { SampleRow, SampleRows } from '../../../core/connections/entity-rows.ts'
import type { Transformation } from '../../../core/flows/flow.ts'
import {
  type FlowPreview,
  type PreviewError,
  type PreviewedStep,
  type PreviewRequest,
  WHERE_STEP,
} from '../../../core/flows/flow-preview.ts'

/** The result of simple steps; others leave the rows unchanged. */
export function memoryPreview(
  table: SampleRows,
  { steps, where }: Pick<PreviewRequest, 'steps' | 'where'>,
  errors: ReadonlyMap<string, PreviewError>,
): FlowPreview {
  const wrong = errors.get(WHERE_STEP)
  if (where !== undefined && wrong) return { sampled: 0, steps: [leaving('source', table), failing(WHERE_STEP, wrong)] }
  const source = where === undefined ? table : after({ type: 'filter', settings: { where } }, table)
  const done: PreviewedStep[] = [leaving('source', source)]
  const counts = { sampled: source.rows.length, read: table.rows.length, hasMore: false }
  let rows = source
  for (const step of steps) {
    const error = errors.get(step.id)
    if (error) return { ...counts, steps: [...done, failing(step.id, error)] }
    rows = after(step, rows)
    const isAtEnd = mayEnd(step) || done.at(-1)?.place === 'destination'
    const isInSource = SOURCE_STEPS.includes(step.type) && done.every(({ place }) => place !== 'engine')
    done.push({
      ...leaving(step.id, rows),
      ...(isAtEnd ? { place: 'destination' as const } : placeOf(step.type, isInSource)),
    })
  }
  return { ...counts, steps: done }
}

/** Averages are none for a destination. */
const mayEnd = ({ settings }: Transformation): boolean =>
  runsIn(settings) === 'destination' && !linesIn(settings, 'measures').some((line) => line['function'] === 'avg')

/** Steps that a database runs. */
const SOURCE_STEPS = ['select', 'rename', 'mask', 'filter']

const placeOf = (type: string, isInSource: boolean): Pick<PreviewedStep, 'place' | 'obstacle'> =>
  isInSource ? { place: 'source' } : { place: 'engine', obstacle: SOURCE_STEPS.includes(type) ? 'after' : 'kind' }

const failing = (id: string, error: PreviewError): PreviewedStep => ({
  ...leaving(id, { columns: [], rows: [] }),
  error,
})

const leaving = (id: string, { columns, rows }: SampleRows): PreviewedStep => ({
  id,
  columns,
  rows: rows.slice(0, 100),
  rowCount: rows.length,
})

type Lines = readonly Readonly<Record<string, string>>[]

function after(
  { type, settings }: Pick<Transformation, 'type' | 'settings'>,
  { columns, rows }: SampleRows,
): SampleRows {
  const places = (names: readonly string[]) => names.map((name) => columns.findIndex((column) => column.name === name))
  const lines = (settings['columns'] ?? []) as Lines
  switch (type) {
    case 'limit':
      return { columns, rows: rows.slice(0, Number(settings['rows'])) }
    case 'select': {
      const kept = places(settings['columns'] as readonly string[]).filter((place) => place >= 0)
      const pick = <T>(values: readonly T[]) => kept.map((place) => values[place] as T)
      return { columns: pick(columns), rows: rows.map(pick) }
    }
    case 'filter': {
      const [, name = '', than = ''] = /^(\w+) > (\d+)$/.exec(String(settings['where'])) ?? []
      const [place = -1] = places([name])
      return { columns, rows: rows.filter((row) => place < 0 || Number(row[place]) > Number(than)) }
    }
    case 'rename': {
      const names = new Map(lines.map(({ column, to }) => [column, to]))
      return { columns: columns.map(({ name, ...column }) => ({ ...column, name: names.get(name) ?? name })), rows }
    }
    case 'cast': {
      const types = new Map(lines.map((line) => [line['column'], line['type']]))
      return { columns: columns.map((column) => ({ ...column, type: types.get(column.name) ?? column.type })), rows }
    }
    case 'mask': {
      const masked = places(lines.map(({ column = '' }) => column))
      const hide = (row: SampleRow) => row.map((value, place) => (masked.includes(place) ? null : value))
      return { columns, rows: rows.map(hide) }
    }
    default:
      return { columns, rows }
  }
}
