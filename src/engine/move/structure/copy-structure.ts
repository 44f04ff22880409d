import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { PartOutcome, TableOwnership } from '../../ports/structure-builder.ts'
import type { StructurePart } from '../../ports/table-structure.ts'
import type { Fence } from '../../ports/target-request.ts'
import { at } from '../run/errors-at.ts'
import type { MoveEvent } from '../run/move-events.ts'
import type { PlannedStructure } from './plan-structure.ts'
import { type StructureObject, structureObject } from './structure-object.ts'

interface CopyingDeps {
  readonly fence: Fence
  readonly onEvent: (event: MoveEvent) => void
}

type Ownership = ReadonlyMap<string, TableOwnership>

const ownershipOf = ({ builder, tables }: PlannedStructure, { flowId }: Pick<Fence, 'flowId'>): Promise<Ownership> =>
  at(
    'destination',
    builder.ownership(
      flowId,
      tables.map(({ target }) => target),
    ),
  )

/** What a run would do: every object with its state. @throws ConnectorError */
export async function previewStructure(
  planned: PlannedStructure,
  fence: Pick<Fence, 'flowId'>,
): Promise<readonly StructureObject[]> {
  const owned = await ownershipOf(planned, fence)
  const views = planned.parts.flatMap((part) => ('reads' in part ? [part.table] : []))
  const found = await at('destination', planned.builder.ownership(fence.flowId, views))
  const comes = comingTo(planned.parts, owned)
  const isThere = (table: string) => owned.get(table) === 'built' || (found.get(table) ?? 'missing') !== 'missing'
  const predicted = (part: StructurePart): readonly StructureObject[] => {
    if (comes(part)) return [structureObject(part, isThere(part.table) ? 'present' : 'comes')]
    return 'reads' in part ? [structureObject(part, 'left', OF_OTHERS)] : []
  }
  const isBegun = [...owned.values()].some(isOwn)
  return [
    ...planned.parts.flatMap(predicted),
    ...bookkeepingTables(planned, isBegun ? 'present' : 'comes'),
    ...others(planned, owned),
    ...leftOf(planned, owned),
  ]
}

/** Before rows are replaced: foreign keys of the flow that would forbid it are dropped until its end. @throws ConnectorError */
export async function releaseStructure(planned: PlannedStructure, { fence }: CopyingDeps): Promise<void> {
  const owned = await ownershipOf(planned, fence)
  const replaced = planned.tables.filter(({ target, isReplaced }) => isReplaced && isOwn(owned.get(target)))
  const targets = replaced.map(({ target }) => target)
  if (targets.length > 0) await at('destination', planned.builder.release(fence, targets))
}

/**
 * Builds the structure of the tables that the flow has created, whatever run did. What cannot be built does not prevent the rest.
 * @throws ConnectorError at the end, if the destination refused an object
 */
export async function copyStructure(planned: PlannedStructure, { fence, onEvent }: CopyingDeps): Promise<void> {
  const { builder, parts } = planned
  const owned = await ownershipOf(planned, fence)
  const comes = comingTo(parts, owned)
  const isReady = (table: string) => isOwn(owned.get(table)) || owned.get(table) === 'other'
  const waiting = new Set(parts.filter((part) => !tablesOf(part).every((table) => isReady(table) || !owned.has(table))))
  const ready = parts.filter((part) => !waiting.has(part) && comes(part))
  const outcomes = new Map<StructurePart, PartOutcome>()
  const report = () => {
    const objects = parts.flatMap((part): readonly StructureObject[] => {
      const outcome = outcomes.get(part)
      if (outcome) return [structureObject(part, outcome.state, reasonOf(outcome))]
      if (waiting.has(part)) return [structureObject(part, 'waiting', sentence`A table that it needs has not arrived.`)]
      if (comes(part)) return [structureObject(part, 'comes')]
      return 'reads' in part ? [structureObject(part, 'left', OF_OTHERS)] : []
    })
    const besides = [...bookkeepingTables(planned, 'present'), ...others(planned, owned), ...leftOf(planned, owned)]
    onEvent({ kind: 'structure', objects: [...objects, ...besides] })
  }
  report()
  try {
    await at(
      'destination',
      builder.build(fence, ready, (part, outcome) => outcomes.set(part, outcome)),
    )
  } finally {
    report()
  }
  const failed = ready.filter((part) => outcomes.get(part)?.state === 'failed')
  const open = new Set([...failed, ...waiting].map(({ table }) => table))
  const complete = [...owned].flatMap(([table, of]) => (of === 'due' && !open.has(table) ? [table] : []))
  await at('destination', builder.complete(fence, complete))
  const built = ready.filter((part) => outcomes.get(part)?.state === 'built').length
  if (built > 0)
    onEvent({
      kind: 'log',
      level: 'info',
      message:
        built === 1
          ? sentence`1 object of the structure was built.`
          : sentence`${built} objects of the structure were built.`,
      origin: 'destination',
    })
  const [first] = failed
  if (first) throw refused(first, outcomes.get(first), failed.length)
}

/** What the outcome adds to the line of the report. */
function reasonOf(outcome: PartOutcome): Sentence | undefined {
  if (outcome.state === 'failed') return outcome.problem.message
  if (outcome.state === 'left') return outcome.reason
  return outcome.state === 'present' ? outcome.note : undefined
}

const isOwn = (ownership: TableOwnership | undefined) => ownership === 'due' || ownership === 'built'

/** Views belong to no table of the flow: they are created with the tables that they read, unless all of these existed before. */
function comingTo(parts: readonly StructurePart[], owned: Ownership): (part: StructurePart) => boolean {
  const views = new Set<string>()
  for (const part of parts)
    if ('reads' in part && (part.reads.length === 0 || part.reads.some(({ table }) => isComing(table))))
      views.add(part.table)
  function isComing(table: string): boolean {
    const of = owned.get(table)
    return of === undefined ? views.has(table) : of !== 'other'
  }
  return ({ table }) => isComing(table)
}

const OF_OTHERS = sentence`It reads only tables that were there before.`

/** The tables that must exist. */
function tablesOf(part: StructurePart): readonly string[] {
  if ('reads' in part) return part.reads.map(({ table }) => table)
  return part.kind === 'foreign_key' ? [part.table, part.referred.table] : [part.table]
}

/** Tables that the source does not have, for people who compare the two sides. */
const bookkeepingTables = (
  { builder, tables }: PlannedStructure,
  state: 'comes' | 'present',
): readonly StructureObject[] =>
  builder.bookkeepingTables(tables.map(({ target }) => target)).map((table) => ({
    kind: 'table',
    table,
    name: '',
    state,
    reason: sentence`It is not at the source: Millrace keeps its notes about runs in it.`,
  }))

/** Tables that are not changed, because they were there before. */
const others = ({ tables }: PlannedStructure, owned: Ownership): readonly StructureObject[] =>
  tables.flatMap(({ target }) =>
    owned.get(target) === 'other'
      ? [
          {
            ...({ kind: 'table', table: target, name: '', state: 'left' } as const),
            reason: sentence`The table was there before, or was created without its structure, so it is not changed.`,
          },
        ]
      : [],
  )

const leftOf = ({ left }: PlannedStructure, owned: Ownership): readonly StructureObject[] =>
  left.filter(({ table }) => table === undefined || owned.get(table) !== 'other')

function refused(part: StructurePart, outcome: PartOutcome | undefined, count: number): ConnectorError {
  const problem = outcome?.state === 'failed' ? outcome.problem : undefined
  const message = problem?.message ?? ''
  const name = part.name === '' ? part.table : `${part.table}: ${part.name}`
  return new ConnectorError({
    code: 'STRUCTURE_FAILED',
    message:
      count === 1
        ? sentence`The rows arrived, but 1 object of the structure was not built: ${name}: ${message}`
        : sentence`The rows arrived, but ${count} objects of the structure were not built. The first: ${name}: ${message}`,
    hint: sentence`Remove the cause, then try the run again: it builds only what is missing, and moves no rows.`,
    side: 'destination',
  })
}
