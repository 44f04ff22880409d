import { textIn } from '../catalog/transformations/transformation-settings.ts'
import { transformationTypeOf } from '../catalog/transformations/transformation-types.ts'
import type { FlowConfig, FlowStream, Transformation } from '../flows/flow.ts'
import type { Repair, StepUse } from './repair.ts'
import { withOtherName, withoutName } from './step-names.ts'

/** The flow without a missing object: its settings are removed, and steps whose meaning would change are removed completely. */
export const withoutMissing = (config: FlowConfig, repair: Repair): FlowConfig => ({
  ...config,
  streams: config.streams.flatMap((stream) => {
    if (stream.entity !== repair.table) return [stream]
    return repair.column === undefined ? [] : [withoutColumn(stream, repair, repair.column)]
  }),
  transformations: config.transformations.flatMap((step) => {
    const use = useOf(repair, step)
    if (!use) return [step]
    if (use.isRemoved) return []
    const rows = transformationTypeOf(step.type)?.settings ?? []
    const settings = use.sides.reduce(
      (left, side) => withoutName(rows, left, { side, name: repair.column ?? '' }) ?? left,
      step.settings,
    )
    return [{ ...step, settings }]
  }),
})

/** The flow with an existing object in place of the missing one, wherever it is named. */
export const withOther = (config: FlowConfig, repair: Repair, to: string): FlowConfig => ({
  ...config,
  streams: config.streams.map((stream) => {
    if (stream.entity !== repair.table) return stream
    return repair.column === undefined ? { ...stream, entity: to } : withOtherColumn(stream, repair, repair.column, to)
  }),
  transformations: config.transformations.map((step) => {
    const use = useOf(repair, step)
    if (!use) return step
    if (repair.column === undefined) return withOtherTable(step, repair.table, to)
    const rows = transformationTypeOf(step.type)?.settings ?? []
    const name = repair.column
    return {
      ...step,
      settings: use.sides.reduce((left, side) => withOtherName(rows, left, { side, name }, to), step.settings),
    }
  }),
})

/** Steps that several tables share are left to the user. */
const useOf = ({ uses }: Repair, { id }: Transformation): StepUse | undefined =>
  uses.find((use): use is StepUse => use.kind === 'step' && use.id === id && !use.isShared)

const isUsed = ({ uses }: Repair, kind: 'key' | 'cursor'): boolean => uses.some((use) => use.kind === kind)

const fieldsOf = ({ uses }: Repair): readonly string[] =>
  uses.flatMap((use) => (use.kind === 'mapping' ? [use.field] : []))

function withoutColumn(stream: FlowStream, repair: Repair, column: string): FlowStream {
  const { columns, key, cursor, emptyCursor, mapping, ...rest } = stream
  const fields = Object.entries(mapping ?? {}).filter(([field]) => !fieldsOf(repair).includes(field))
  return {
    ...rest,
    ...(columns && { columns: columns.filter((name) => name !== column) }),
    // With only a part of the key more rows would be equal: then the table's own key is used.
    ...(key && !isUsed(repair, 'key') && { key }),
    ...(cursor !== undefined && !isUsed(repair, 'cursor') && { cursor, ...(emptyCursor && { emptyCursor }) }),
    ...(fields.length > 0 && { mapping: Object.fromEntries(fields) }),
  }
}

function withOtherColumn(stream: FlowStream, repair: Repair, column: string, to: string): FlowStream {
  const { columns, key, mapping } = stream
  const other = (names: readonly string[]) => [...new Set(names.map((name) => (name === column ? to : name)))]
  const fields = fieldsOf(repair).map((field) => [field, to] as const)
  return {
    ...stream,
    ...(columns && { columns: other(columns) }),
    ...(key && isUsed(repair, 'key') && { key: other(key) }),
    ...(isUsed(repair, 'cursor') && { cursor: to }),
    ...(mapping && { mapping: { ...mapping, ...Object.fromEntries(fields) } }),
  }
}

const withOtherTable = (step: Transformation, table: string, to: string): Transformation => ({
  ...step,
  ...(step.stream === table && { stream: to }),
  ...(textIn(step.settings, 'stream') === table && { settings: { ...step.settings, stream: to } }),
})
