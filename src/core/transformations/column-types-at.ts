import { transformationTypeOf } from '../catalog/transformations/transformation-types.ts'
import type { Entity } from '../connections/entity.ts'
import type { FlowConfig, Transformation } from '../flows/flow.ts'

type Types = ReadonlyMap<string, string>

/** Types of a step's input columns, by name, as far as settings show them; types that differ between its streams are left out. */
export function columnTypesAt(
  stepId: string,
  { streams, transformations }: FlowConfig,
  entities: readonly Entity[] | undefined = [],
): Types {
  const at = transformations.findIndex(({ id }) => id === stepId)
  const step = transformations[at]
  if (!step) return new Map()
  const moving = streams.length > 0 ? streams.map(({ entity }) => entity) : entities.map(({ name }) => name)
  const typesOf = (stream: string): Types =>
    new Map(entities.find(({ name }) => name === stream)?.columns.map(({ name, type }) => [name, type]))
  const [first = new Map<string, string>(), ...others] = (step.stream === undefined ? moving : [step.stream]).map(
    (stream) =>
      transformations
        .slice(0, at)
        .filter((before) => before.stream === undefined || before.stream === stream)
        .reduce((types, before) => typesAfter(types, before, typesOf), typesOf(stream)),
  )
  return new Map([...first].filter(([name, type]) => others.every((types) => types.get(name) === type)))
}

/** A step of a newer server may have changed any of them. */
const typesAfter = (types: Types, { type, settings }: Transformation, typesOf: (stream: string) => Types): Types =>
  transformationTypeOf(type)?.typesAfter(types, settings, typesOf) ?? new Map()
