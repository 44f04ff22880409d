import { defined } from '../../../core/catalog/defined.ts'
import type { StructureKind } from '../../../core/catalog/runs/structure-objects.ts'
import { inEnglish } from '../../../core/catalog/sentence.ts'
import type { DatabaseStructure, IndexElement, OmittedPart, StructurePart } from '../../ports/table-structure.ts'
import type { ProvenTable } from '../compare-mirrored.ts'

/** Something that the source has beside its rows, and the destination has not. */
export interface AbsentObject {
  readonly kind: StructureKind
  /** As the source names it. Absent: it belongs to no table. */
  readonly table?: string
  readonly name: string
}

/** Matters of how a server stores or publishes its tables, or of columns whose types say the same. */
const OF_NO_INTEREST: readonly StructureKind[] = [
  'collation',
  'values',
  'not_null',
  'setting',
  'publication',
  'partitions',
  'owner',
]

/** Objects of the tables, and of their schemas, by what they are: names of indexes and foreign keys say nothing. */
export function absentObjects(
  source: DatabaseStructure,
  target: DatabaseStructure,
  tables: readonly Pick<ProvenTable, 'entity' | 'target'>[],
): readonly AbsentObject[] {
  const isSameSystem = source.system === target.system
  const place = placesOf(tables)
  const there = new Set(objectsOf(target).map((part) => identityOf(part, (table) => table, isSameSystem)))
  const found = objectsOf(source).filter((part) => !there.has(identityOf(part, place, isSameSystem)))
  return found.map(({ kind, table, name }) => defined({ kind, table, name }))
}

type AnyPart = StructurePart | OmittedPart

const objectsOf = ({ parts, left }: DatabaseStructure): readonly AnyPart[] =>
  [...parts, ...left].filter((part) => !OF_NO_INTEREST.includes(part.kind) && !isNextNumber(part))

/** The sequence says the same. */
const isNextNumber = (part: AnyPart): boolean =>
  part.kind === 'default' && 'value' in part && part.value.kind === 'next'

/** Where tables are in the destination; views stand beside them. */
function placesOf(tables: readonly Pick<ProvenTable, 'entity' | 'target'>[]): (table: string) => string {
  const targets = new Map(tables.map(({ entity, target }) => [entity, target]))
  const schemas = new Map(tables.map(({ entity, target }) => [split(entity)[0], split(target)[0]]))
  return (table) => {
    const [schema, name] = split(table)
    return targets.get(table) ?? `${schemas.get(schema) ?? schema}${name}`
  }
}

/** The schema with its dot, and the name. */
function split(name: string): readonly [string, string] {
  const [, schema = '', own = name] = /^((?:"(?:[^"]|"")+"|[^".]+)\.)?(.*)$/s.exec(name) ?? []
  return [schema, own]
}

/** @param place the name of a table in the destination */
function identityOf(part: AnyPart, place: (table: string) => string, isSameSystem: boolean): string {
  const table = part.table === undefined ? '' : place(part.table)
  const of = (...what: readonly unknown[]) => JSON.stringify([...what, table]).toLowerCase()
  if ('reason' in part) {
    if (part.kind === 'grants') return of('grants', part.name, inEnglish(part.reason))
    return of(part.kind, isSameSystem ? place(part.name) : bareName(part.name))
  }
  return of(...wordsOf(part, place))
}

/** What a part is, besides its table. */
function wordsOf(part: StructurePart, place: (table: string) => string): readonly unknown[] {
  if ('elements' in part)
    return ['index', part.kind !== 'index' || part.isUnique, part.elements.map(elementOf), part.condition?.sql]
  switch (part.kind) {
    case 'foreign_key':
      return ['foreign_key', part.columns, place(part.referred.table), part.referred.columns]
    case 'sequence':
    case 'identity':
      return ['numbers', part.columns]
    case 'check':
      return ['check', part.unnamed ?? part.name]
    case 'comment':
      return ['comment', part.name, part.text]
    default:
      return [part.kind, part.name]
  }
}

const elementOf = ({ column, sql, isDescending = false }: IndexElement) => [column ?? sql, isDescending]

/** MySQL has no arguments in the name of a routine, and Postgres no word for its kind. */
const bareName = (name: string): string => name.replace(/^(function|procedure) |\(.*$/gs, '').replace(/^.*\./s, '')
