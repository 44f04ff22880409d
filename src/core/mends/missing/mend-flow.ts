import { defined } from '../../catalog/defined.ts'
import { textIn } from '../../catalog/transformations/transformation-settings.ts'
import { transformationTypeOf } from '../../catalog/transformations/transformation-types.ts'
import type { FlowConfig, FlowStream, Transformation } from '../../flows/flow.ts'
import type { MissingObject, StepUse } from './missing-object.ts'
import { type ColumnSide, withOtherName, withoutName } from './step-names.ts'

/** The flow without a missing object: its settings are removed, and steps whose meaning would change are removed completely. */
export const withoutMissing = (config: FlowConfig, missing: MissingObject): FlowConfig => ({
  ...config,
  streams: config.streams.flatMap((stream) => {
    if (stream.entity !== missing.table) return [stream]
    return missing.column === undefined ? [] : [withoutColumn(stream, missing, missing.column)]
  }),
  transformations: config.transformations.flatMap((step) => {
    const use = ownUse(missing, step)
    if (!use) return [step]
    if (use.isRemoved) return []
    const rows = transformationTypeOf(step.type)?.settings ?? []
    const settings = use.sides.reduce(
      (left, side) => withoutName(rows, left, { side, name: missing.column ?? '' }) ?? left,
      step.settings,
    )
    return [{ ...step, settings }]
  }),
})

/**
 * The flow with an existing object in place of the missing one. What has arrived keeps its name in the destination: rows go on to the
 * same table, and a first step gives a column its former name, under which the other steps know it.
 */
export function withOther(config: FlowConfig, missing: MissingObject, to: string): FlowConfig {
  const { table, column, target, renamed = [] } = missing
  if (column === undefined)
    return {
      ...config,
      streams: config.streams.map((stream) =>
        stream.entity === table ? { ...stream, entity: to, ...defined({ target }) } : stream,
      ),
      transformations: config.transformations.map((step) =>
        ownUse(missing, step) ? withOtherTable(step, table, to) : step,
      ),
    }
  const isRenamed = renamed.includes(to)
  const sides = isRenamed ? (['other'] as const) : (['own', 'other'] as const)
  return {
    ...config,
    streams: config.streams.map((stream) =>
      stream.entity === table ? withOtherColumn(stream, missing, { from: column, to, isRenamed }) : stream,
    ),
    transformations: [
      ...(isRenamed ? [renaming(config.transformations, table, { from: to, to: column })] : []),
      ...config.transformations.flatMap((step) => withOtherColumnIn(step, missing, { from: column, to, sides })),
    ],
  }
}

function withOtherColumnIn(
  step: Transformation,
  missing: MissingObject,
  { from: name, to, sides }: { readonly from: string; readonly to: string; readonly sides: readonly ColumnSide[] },
): readonly Transformation[] {
  const named = ownUse(missing, step)?.sides.filter((side) => sides.includes(side)) ?? []
  if (named.length === 0) return [step]
  const rows = transformationTypeOf(step.type)?.settings ?? []
  if (step.type === 'rename' && to === missing.undone) {
    const left = withoutName(rows, step.settings, { side: 'own', name })
    return left ? [{ ...step, settings: left }] : []
  }
  const settings = named.reduce((left, side) => withOtherName(rows, left, { side, name }, to), step.settings)
  return [{ ...step, settings }]
}

/** A step that gives a column of one table another name. */
function renaming(
  steps: readonly Transformation[],
  stream: string,
  { from, to }: { readonly from: string; readonly to: string },
): Transformation {
  const place = steps.length + 1
  const isTaken = (id: string) => steps.some((step) => step.id === id)
  let id = `rename-${place}`
  while (isTaken(id)) id = `${id}-${place}`
  return { id, type: 'rename', stream, settings: { columns: [{ column: from, to }] } }
}

/** Steps that several tables share are left to the user. */
const ownUse = ({ uses }: MissingObject, { id }: Transformation): StepUse | undefined =>
  uses.find((use): use is StepUse => use.kind === 'step' && use.id === id && !use.isShared)

const isUsed = ({ uses }: MissingObject, kind: 'key' | 'cursor'): boolean => uses.some((use) => use.kind === kind)

const fieldsOf = ({ uses }: MissingObject): readonly string[] =>
  uses.flatMap((use) => (use.kind === 'mapping' ? [use.field] : []))

function withoutColumn(stream: FlowStream, missing: MissingObject, column: string): FlowStream {
  const { columns, key, cursor, emptyCursor, mapping, ...rest } = stream
  const fields = Object.entries(mapping ?? {}).filter(([field]) => !fieldsOf(missing).includes(field))
  return {
    ...rest,
    ...defined({
      columns: columns?.filter((name) => name !== column),
      // With only a part of the key more rows would be equal: then the table's own key is used.
      key: key && !isUsed(missing, 'key') ? key : undefined,
    }),
    ...(cursor !== undefined && !isUsed(missing, 'cursor') && defined({ cursor, emptyCursor })),
    ...defined({ mapping: fields.length > 0 ? Object.fromEntries(fields) : undefined }),
  }
}

/** If new columns are left out, only a list of the columns brings one of them. */
const asBefore = (
  { drift }: FlowStream,
  { column, choices, renamed = [] }: MissingObject,
): readonly string[] | undefined =>
  drift === 'ignore' && column !== undefined && renamed.length > 0
    ? [...choices.filter((name) => !renamed.includes(name)), column]
    : undefined

interface OtherColumn {
  readonly from: string
  readonly to: string
  /** A step gives it its former name: only what is read at the source has another one. */
  readonly isRenamed: boolean
}

function withOtherColumn(stream: FlowStream, missing: MissingObject, { from, to, isRenamed }: OtherColumn): FlowStream {
  const { columns = asBefore(stream, missing), key, mapping } = stream
  const other = (names: readonly string[]) => [...new Set(names.map((name) => (name === from ? to : name)))]
  const fields = fieldsOf(missing).map((field) => [field, to] as const)
  return {
    ...stream,
    ...defined({
      columns: columns && other(columns),
      key: key && !isRenamed && isUsed(missing, 'key') ? other(key) : undefined,
      cursor: isUsed(missing, 'cursor') ? to : undefined,
      mapping: mapping && !isRenamed ? { ...mapping, ...Object.fromEntries(fields) } : undefined,
    }),
  }
}

const withOtherTable = (step: Transformation, table: string, to: string): Transformation => ({
  ...step,
  ...defined({
    stream: step.stream === table ? to : undefined,
    settings: textIn(step.settings, 'stream') === table ? { ...step.settings, stream: to } : undefined,
  }),
})
