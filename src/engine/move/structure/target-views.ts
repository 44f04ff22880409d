import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { StructurePart, ViewPart } from '../../ports/table-structure.ts'
import type { StructureTable } from './structure-tables.ts'

export interface ViewNames {
  /** Of the flow, by entity. */
  readonly tables: ReadonlyMap<string, StructureTable>
  /** Where an entity has its own place in the destination. */
  readonly placeOf: (entity: string) => string
  /** The whole database is moved: views that read no table are copied too. */
  readonly isWhole: boolean
}

export interface TargetViews {
  /** Each after those that it reads. */
  readonly coming: readonly ViewPart[]
  readonly left: readonly { readonly view: ViewPart; readonly reason: Sentence }[]
  /** Their comments and indexes. */
  readonly ofViews: readonly StructurePart[]
}

/** The views that read tables of the flow, in the names of the destination. Their SQL stays, so their tables must keep their places. */
export function targetViews(
  views: readonly ViewPart[],
  ofViews: readonly StructurePart[],
  names: ViewNames,
): TargetViews {
  const waiting = views.filter(({ table }) => !names.tables.has(table) && isConcerned(table, views, names))
  const came = new Set<string>()
  const coming: ViewPart[] = []
  for (let found = true; found; ) {
    const ready = waiting.filter((view) => !came.has(view.table) && !whyNot(view, came, names))
    for (const view of ready) {
      came.add(view.table)
      const reads = view.reads.map((read) => ({ ...read, table: placeOf(read.table, names) }))
      coming.push({ ...view, table: names.placeOf(view.table), reads })
    }
    found = ready.length > 0
  }
  return {
    coming,
    left: waiting.flatMap((view) => {
      const reason = came.has(view.table) ? undefined : whyNot(view, came, names)
      return reason ? [{ view, reason }] : []
    }),
    ofViews: ofViews.flatMap((part) => (came.has(part.table) ? [{ ...part, table: names.placeOf(part.table) }] : [])),
  }
}

const placeOf = (entity: string, { tables, placeOf: own }: ViewNames) => tables.get(entity)?.target ?? own(entity)

/** Whether it reads a table of the flow, directly or through other views. */
function isConcerned(
  entity: string,
  views: readonly ViewPart[],
  names: ViewNames,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  if (names.isWhole || names.tables.has(entity)) return true
  const view = views.find(({ table }) => table === entity)
  if (!view || seen.has(entity)) return false
  return view.reads.some(({ table }) => isConcerned(table, views, names, new Set([...seen, entity])))
}

function whyNot(
  { reads }: ViewPart,
  came: ReadonlySet<string>,
  { tables, placeOf: own }: ViewNames,
): Sentence | undefined {
  for (const { table: entity, columns } of reads) {
    if (came.has(entity)) continue
    const table = tables.get(entity)
    if (!table) return sentence`It reads ${entity}, which does not come.`
    if (table.target !== own(entity)) return sentence`It reads ${entity}, which has another name in the destination.`
    const missing = columns.find((name) => table.columns.get(name) !== name)
    if (missing !== undefined)
      return sentence`It reads the column ${missing} of ${entity}, which does not arrive unchanged.`
  }
  return undefined
}
