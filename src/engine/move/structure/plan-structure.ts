import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { SourceEntity } from '../../ports/source.ts'
import type { StructureBuilder } from '../../ports/structure-builder.ts'
import type { ForeignKeyPart, OmittedPart, StructurePart, ViewPart } from '../../ports/table-structure.ts'
import type { PlanDeps } from '../plan/plan-stream.ts'
import { at } from '../run/errors-at.ts'
import type { SpelledStream } from '../run/stream-request.ts'
import { type StructureObject, structureObject } from './structure-object.ts'
import { type StructureTable, structureTables } from './structure-tables.ts'
import { targetPart, withoutCreated } from './target-part.ts'
import { targetViews } from './target-views.ts'

export interface StructureDeps extends Pick<PlanDeps, 'source' | 'destination' | 'binder' | 'stateOf'> {
  /** Of the source; for tables of the flow at least. */
  readonly entities: readonly SourceEntity[]
  /** The flow moves every table of the source. */
  readonly isWhole: boolean
}

/** The objects of a source's structure that can be copied to the tables of a flow. */
export interface PlannedStructure {
  readonly builder: StructureBuilder
  readonly tables: readonly StructureTable[]
  /** What can be built, in the names of the destination. */
  readonly parts: readonly StructurePart[]
  /** Objects that cannot be copied, with the reason. */
  readonly left: readonly StructureObject[]
}

/** Reads the structure of the source and compares it with what the destination can build. Nothing is written. @throws ConnectorError */
export async function planStructure(streams: readonly SpelledStream[], deps: StructureDeps): Promise<PlannedStructure> {
  const { source, destination, entities, isWhole } = deps
  const builder = destination.structure
  if (!source.structure || !builder) throw notPossible()
  const tables = await structureTables(streams, deps)
  const byEntity = new Map(tables.map((table) => [table.entity, table]))
  const moved = entities.filter(({ name, kind }) => byEntity.has(name) && OF_TABLES.includes(kind))
  const { system, parts, left, owners } = await at('source', source.structure(moved))
  const views = parts.filter(isView)
  const ofViews = parts.filter((part) => !isView(part) && views.some(({ table }) => table === part.table))
  const named = targetViews(views, ofViews, {
    tables: byEntity,
    isWhole,
    placeOf: (entity) => {
      const spelled = source.spelled?.(entity) ?? entity
      return destination.nameOf(destination.places?.of(spelled, source.namespace) ?? entity)
    },
  })
  const possible: StructurePart[] = []
  const out: StructureObject[] = []
  const unheld: StructurePart[] = []
  for (const part of parts) {
    const table = byEntity.get(part.table)
    if (isView(part) || !table) continue
    const reason = unheldReason(part, table, { builder, parts })
    const named = targetPart(part, table, byEntity)
    if (reason && 'part' in named) unheld.push(named.part)
    const placed = reason ? { reason } : named
    if ('part' in placed) {
      const own = builder.translatePart ? builder.translatePart(placed.part, system) : placed.part
      if (own) possible.push(own)
    } else out.push(structureObject({ ...part, table: table.target }, 'left', placed.reason))
  }
  const types = new Set(tables.flatMap(({ types: own }) => [...own]))
  possible.push(...named.coming.map((view) => withoutCreated(view, types)), ...named.ofViews)
  for (const { view, reason } of named.left) out.push(structureObject(view, 'left', reason))
  const refused = withDependents(possible, await at('destination', builder.refused(possible, system)), unheld)
  for (const [part, reason] of refused) out.push(structureObject(part, 'left', reason))
  out.push(...left.map((part) => structureObject(inTarget(part, byEntity), 'left', part.reason)))
  const all = [...owners, ...named.coming.flatMap(({ definer }) => definer ?? [])]
  const owner = await at('destination', builder.otherOwner([...new Set(all)], system))
  // One line of all, because a dump names the owner of each object.
  if (owner) out.push({ kind: 'owner', name: '', state: 'left', reason: owner })
  return { builder, tables, parts: possible.filter((part) => !refused.has(part)), left: out }
}

/** Entities whose structure is read; views have none besides their query. */
const OF_TABLES: readonly SourceEntity['kind'][] = ['table', 'partitioned table', 'foreign table']

const isView = (part: StructurePart): part is ViewPart => part.kind === 'view' || part.kind === 'materialized_view'

const isUnique = (part: StructurePart): boolean => part.kind === 'unique' || (part.kind === 'index' && part.isUnique)

/** Why rows of the table may break a rule of the source that the source's rows keep. */
function unheldReason(
  part: StructurePart,
  table: StructureTable,
  { builder, parts }: { readonly builder: StructureBuilder; readonly parts: readonly StructurePart[] },
): Sentence | undefined {
  if (builder.updatesByAnyUnique && table.isUpserted && isUnique(part)) return AMBIGUOUS
  if (!table.keepsVanished || !(isUnique(part) || part.kind === 'exclusion')) return undefined
  const named = part.columns.map((name) => table.columns.get(name) ?? name)
  const key = table.key ?? parts.find((own) => own.kind === 'primary_key' && own.table === part.table)?.columns ?? []
  // Rows with one key are one row.
  const hasKey = key.length > 0 && key.every((name) => named.includes(name) || part.columns.includes(name))
  return hasKey && part.kind !== 'exclusion' ? undefined : KEPT
}

const KEPT = sentence`Rows that are gone at the source stay in the destination, so a new row may have the same value. It comes if such rows are removed.`

const AMBIGUOUS = sentence`In the mode "upsert" the destination would update rows by it, and perhaps the wrong ones.`

const inTarget = (part: OmittedPart, tables: ReadonlyMap<string, StructureTable>): OmittedPart => {
  const table = part.table === undefined ? undefined : tables.get(part.table)
  return table ? { ...part, table: table.target } : part
}

/**
 * Without a view, views that read it are not copied either, nor its comments and indexes, nor a default without its sequence.
 * @param parts views after those that they read. @param unheld unique values that do not come, to which foreign keys may refer
 */
function withDependents(
  parts: readonly StructurePart[],
  refused: ReadonlyMap<StructurePart, Sentence>,
  unheld: readonly StructurePart[],
): ReadonlyMap<StructurePart, Sentence> {
  const all = new Map(refused)
  const lost = new Set([...refused.keys()].filter(isView).map(({ table }) => table))
  for (const part of parts) {
    if (takesFrom(part, refused)) all.set(part, sentence`It needs ${part.value.sequence.name}, which does not come.`)
    const unique = part.kind === 'foreign_key' ? unheld.find((own) => isReferredBy(part, own)) : undefined
    if (unique) all.set(part, sentence`It needs ${unique.name}, which does not come.`)
    const needed = isView(part) ? part.reads.map(({ table }) => table) : [part.table]
    const missing = needed.find((table) => lost.has(table))
    if (missing === undefined || all.has(part)) continue
    all.set(part, sentence`It needs ${missing}, which does not come.`)
    if (isView(part)) lost.add(part.table)
  }
  return all
}

const isReferredBy = ({ referred }: ForeignKeyPart, { table, columns }: StructurePart): boolean =>
  referred.table === table &&
  referred.columns.length === columns.length &&
  referred.columns.every((name) => columns.includes(name))

type NextDefault = Extract<StructurePart, { kind: 'default' }> & { readonly value: { readonly kind: 'next' } }

/** Whether it takes its numbers from a sequence that is refused. */
const takesFrom = (part: StructurePart, refused: ReadonlyMap<StructurePart, Sentence>): part is NextDefault =>
  part.kind === 'default' &&
  part.value.kind === 'next' &&
  [...refused.keys()].some(({ kind, table, name }) => kind === 'sequence' && table === part.table && name === part.name)

const notPossible = () =>
  new ConnectorError({
    code: 'NOT_SUPPORTED',
    message: sentence`The structure of tables cannot come along between these two systems.`,
    hint: sentence`Choose "Rows, columns and keys" in the settings of the structure.`,
  })
