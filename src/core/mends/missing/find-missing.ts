import { defined } from '../../catalog/defined.ts'
import { linesIn, textIn } from '../../catalog/transformations/transformation-settings.ts'
import { isTransformationType, TRANSFORMATION_TYPES } from '../../catalog/transformations/transformation-types.ts'
import type { KnownTable, TableShape } from '../../connections/compare-tables.ts'
import type { FlowConfig, FlowStream, Transformation } from '../../flows/flow.ts'
import type { MissingObject, MissingUse, StepUse } from './missing-object.ts'
import { type ColumnSide, namesColumn, otherNamesIn, withoutName } from './step-names.ts'
import { renamedColumn, renamedTable } from './suggest-name.ts'
import { type ArrivingAt, walkSteps } from './walk-steps.ts'

/**
 * Objects that a flow refers to and that its source no longer has: each table and column once, with all its uses.
 * @param tables of the source now; undefined before they are read
 * @param known tables of the flow when it last succeeded; without them columns that only SQL names are not found
 */
export function findMissing(
  { streams, transformations }: FlowConfig,
  tables: readonly TableShape[] | undefined,
  known: readonly KnownTable[] = [],
): readonly MissingObject[] {
  if (!tables) return []
  const names = tables.map(({ name }) => name)
  const existing = new Set(names)
  const { streamOf, columnsOf, goneOf } = lookUp(streams, transformations, { tables, known })
  const moved = streams.length > 0 ? streams.map(({ entity }) => entity) : names
  const { steps, leaving } = walkSteps(
    transformations,
    new Map(
      moved.map((table) => {
        const [has, chosen] = [columnsOf(table), streamOf(table)?.columns]
        return [table, has && chosen ? chosen.filter((column) => has.includes(column)) : (chosen ?? has)]
      }),
    ),
    { columnsOf, goneOf },
  )
  const arrived = arrivedColumns(transformations, moved, { streamOf, columnsOf, known })

  const found: FlowShapes = {
    streams,
    transformations,
    tables,
    known,
    names,
    streamOf,
    columnsOf,
    steps,
    leaving,
    arrived,
  }
  const referred = new Set([...streams.map(({ entity }) => entity), ...transformations.flatMap(tablesOf)])
  return [
    ...[...referred].filter((table) => !existing.has(table)).map((table) => missingTable(table, found)),
    ...names.flatMap((table) => goneOf(table).flatMap((column) => missingColumn(table, column, found))),
  ]
}

/** What the repairs of a flow depend on. */
interface FlowShapes extends Shapes, Pick<FlowConfig, 'streams' | 'transformations'> {
  readonly names: readonly string[]
  readonly streamOf: (table: string) => FlowStream | undefined
  readonly columnsOf: (table: string) => readonly string[] | undefined
  readonly steps: ReturnType<typeof walkSteps>['steps']
  readonly leaving: ReturnType<typeof walkSteps>['leaving']
  readonly arrived: (table: string, column: string) => boolean
}

function missingTable(
  table: string,
  { streams, transformations, tables, known, names, streamOf }: FlowShapes,
): MissingObject {
  const stream = streamOf(table)
  const isMoved = stream !== undefined
  const missing = {
    table,
    uses: [
      ...(isMoved ? [{ kind: 'moved' } as const] : []),
      ...transformations.flatMap((step, index) => stepOfTable(step, index + 1, table)),
    ],
    choices: isMoved ? names.filter((name) => !streamOf(name)) : names,
    // An empty selection would mean all of them.
    isRemovable: !isMoved || streams.length > 1,
  }
  const { target } = known.find(({ name }) => name === table) ?? {}
  // One that was chosen stays anyway.
  const isKept = isMoved && stream.target === undefined && target !== undefined
  return {
    ...missing,
    ...defined({ target: isKept ? target : undefined }),
    ...suggested(renamedTable(missing, { tables, known })),
  }
}

function missingColumn(
  table: string,
  column: string,
  { transformations, tables, known, streamOf, columnsOf, steps, leaving, arrived }: FlowShapes,
): readonly MissingObject[] {
  const stream = streamOf(table)
  const has = columnsOf(table) ?? []
  const uses = [
    ...(stream ? usesOfStream(stream, column, leaving.get(table)) : []),
    ...steps.flatMap((at, index) => stepOfColumn(at, index + 1, table, column)),
  ]
  if (uses.length === 0) return []
  const before = known.find(({ name }) => name === table)?.columns ?? []
  const was = before.find(({ name }) => name === column)
  const isLeft = !stream?.columns || stream.columns.some((name) => has.includes(name))
  const isMendable = uses.some((use) => use.kind !== 'step' || !use.isShared)
  // A mapping already says which column a field of the destination gets.
  const isKept = was !== undefined && arrived(table, column) && uses.every(({ kind }) => kind !== 'mapping')
  const renamed = isKept ? has.filter((name) => !before.some((column) => column.name === name)) : []
  const missing = { table, column, uses, choices: isMendable ? has : renamed, isRemovable: isMendable && isLeft }
  const undone = undoneRenames(transformations, table, has).get(column)
  return [
    { ...missing, ...defined({ type: was?.type }), ...inItsPlace(missing, { renamed, undone }, { tables, known }) },
  ]
}

interface Shapes {
  readonly tables: readonly TableShape[]
  readonly known: readonly KnownTable[]
}

/** The existing columns of a table, and the named ones that no longer exist. By name, because a source may have thousands of tables. */
function lookUp(streams: readonly FlowStream[], steps: readonly Transformation[], { tables, known }: Shapes) {
  const streamsByTable = new Map(streams.map((stream) => [stream.entity, stream]))
  const streamOf = (table: string) => streamsByTable.get(table)
  const [existing, before] = [namesByTable(tables), namesByTable(known)]
  const columnsOf = (table: string) => existing.get(table)
  const goneOf = (table: string): readonly string[] => {
    const has = columnsOf(table)
    if (!has) return []
    const joins = steps.filter((step) => textIn(step.settings, 'stream') === table)
    const named = [
      ...namedIn(streamOf(table)),
      ...joins.flatMap(({ type, settings }) => otherNamesIn(settingsOf(type), settings)),
      ...(before.get(table) ?? []),
      ...undoneRenames(steps, table, has).keys(),
    ]
    return [...new Set(named)].filter((column) => !has.includes(column))
  }
  return { streamOf, columnsOf, goneOf }
}

interface BeforeTheChange {
  streamOf(table: string): FlowStream | undefined
  columnsOf(table: string): readonly string[] | undefined
  readonly known: readonly KnownTable[]
}

/** Which columns left the steps under their own name when the source still had them all; true if only a run would show it. */
function arrivedColumns(
  transformations: readonly Transformation[],
  moved: readonly string[],
  { streamOf, columnsOf, known }: BeforeTheChange,
): (table: string, column: string) => boolean {
  const before = namesByTable(known)
  const had = (table: string) => before.get(table) ?? columnsOf(table)
  const { leaving } = walkSteps(
    transformations,
    new Map(moved.map((table) => [table, streamOf(table)?.columns ?? had(table)])),
    { columnsOf: had, goneOf: () => [] },
  )
  return (table, column) => leaving.has(table) && leaving.get(table)?.includes(column) !== false
}

/** The names of the columns of each table. A source that returns only names of tables still has columns: they are unknown. */
const namesByTable = (shapes: readonly TableShape[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    shapes.flatMap(({ name: table, columns }) =>
      columns.length > 0 ? [[table, columns.map(({ name }) => name)]] : [],
    ),
  )

const settingsOf = (type: string) => (isTransformationType(type) ? TRANSFORMATION_TYPES[type].settings : [])

/** Which columns may take the place of one that is gone, as far as more than their names tells it. */
const inItsPlace = (
  missing: Pick<MissingObject, 'table' | 'column' | 'choices'>,
  { renamed, undone }: { readonly renamed: readonly string[]; readonly undone: string | undefined },
  shapes: Shapes,
): Pick<MissingObject, 'renamed' | 'undone' | 'suggestion'> => ({
  ...defined({ renamed: renamed.length > 0 ? renamed : undefined, undone }),
  ...(missing.choices.length > 0 && suggested(undone ?? renamedColumn(missing, shapes))),
})

const suggested = (suggestion: string | undefined) => (suggestion === undefined ? {} : { suggestion })

const tablesOf = ({ type, stream, settings }: Transformation): readonly string[] => {
  const joined = settingsOf(type).some(({ kind }) => kind === 'stream') ? textIn(settings, 'stream') : ''
  return [stream ?? '', joined].filter((table) => table !== '')
}

/** Columns of the source that a stream names; a step may create those of a key or a mapping instead. */
const namedIn = (stream: FlowStream | undefined): readonly string[] => {
  const { columns = [], key = [], cursor, mapping = {} } = stream ?? {}
  return [...columns, ...key, ...(cursor === undefined ? [] : [cursor]), ...Object.values(mapping)]
}

function usesOfStream(
  { columns, key, cursor, mapping = {} }: FlowStream,
  column: string,
  leaving: readonly string[] | undefined,
): readonly MissingUse[] {
  const isLost = leaving !== undefined && !leaving.includes(column)
  return [
    ...(columns?.includes(column) ? [{ kind: 'moved' } as const] : []),
    ...(isLost && key?.includes(column) ? [{ kind: 'key' } as const] : []),
    ...(cursor === column ? [{ kind: 'cursor' } as const] : []),
    ...Object.entries(mapping).flatMap(([field, name]) =>
      isLost && name === column ? [{ kind: 'mapping', field } as const] : [],
    ),
  ]
}

function stepOfTable(step: Transformation, place: number, table: string): readonly StepUse[] {
  const { id, type } = step
  if (!tablesOf(step).includes(table)) return []
  return [{ kind: 'step', id, type, place, sides: [], isRemoved: true, isShared: false }]
}

function stepOfColumn({ step, arriving }: ArrivingAt, place: number, table: string, name: string): readonly StepUse[] {
  const { id, type, stream, settings } = step
  const rows = settingsOf(type)
  const comes = arriving.get(table)
  const isNamed = (side: ColumnSide) => namesColumn(rows, settings, { side, name })
  const isOwn = (stream ?? table) === table && comes !== undefined && !comes.includes(name) && isNamed('own')
  const isOther = textIn(settings, 'stream') === table && isNamed('other')
  const sides: readonly ColumnSide[] = [...(isOwn ? ['own' as const] : []), ...(isOther ? ['other' as const] : [])]
  if (sides.length === 0) return []
  const isRemoved = sides.some((side) => withoutName(rows, settings, { side, name }) === undefined)
  // Elsewhere the column still exists, or this is unknown.
  const isShared =
    isOwn &&
    stream === undefined &&
    [...arriving].some(([other, columns]) => other !== table && columns?.includes(name) !== false)
  return [{ kind: 'step', id, type, place, sides, isRemoved, isShared }]
}

/**
 * For columns that steps rename, and that the source no longer has: their other name, if the source has that again. So the rename was taken
 * back there, and no step has to make up for it any more.
 */
const undoneRenames = (
  steps: readonly Transformation[],
  table: string,
  has: readonly string[],
): ReadonlyMap<string, string> =>
  new Map(
    steps.flatMap(({ type, stream = table, settings }) => {
      if (type !== 'rename' || stream !== table) return []
      return linesIn(settings, 'columns').flatMap(({ column = '', to = '' }): readonly [string, string][] =>
        !has.includes(column) && has.includes(to) ? [[column, to]] : [],
      )
    }),
  )
