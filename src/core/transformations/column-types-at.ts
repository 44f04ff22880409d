import { linesIn, namesIn, textIn } from '../catalog/transformations/transformation-settings.ts'
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

function typesAfter(types: Types, { type, settings }: Transformation, typesOf: (stream: string) => Types): Types {
  const without = (gone: readonly (string | undefined)[]) => [...types].filter(([name]) => !gone.includes(name))
  const lines = linesIn(settings, 'columns')
  switch (type) {
    case 'rename': {
      const names = new Map(lines.map((line) => [line['column'], line['to']]))
      return new Map([...types].map(([name, own]) => [names.get(name) || name, own]))
    }
    case 'cast':
      return new Map([...types, ...lines.map((line) => [line['column'] ?? '', line['type'] ?? ''] as const)])
    case 'compute':
      return new Map(without(lines.map((line) => line['name'])))
    case 'mask':
      return new Map(without(lines.map((line) => line['column'])))
    case 'join':
      return new Map([...typesOf(textIn(settings, 'stream')), ...types])
    case 'aggregate': {
      const measures = linesIn(settings, 'measures').map((line) => line['name'])
      return new Map(without(measures).filter(([name]) => namesIn(settings, 'by').includes(name)))
    }
    case 'select':
    case 'filter':
    case 'deduplicate':
    case 'sort':
    case 'limit':
      return types
    default:
      // A query, or a step of a newer server: any name may have changed.
      return new Map()
  }
}
