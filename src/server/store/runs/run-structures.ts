import type { StructureKind, StructureState } from '../../../core/catalog/runs/structure-objects.ts'
import type { Sentence } from '../../../core/catalog/sentence.ts'
import { first, type Query } from '../database/database.ts'

/** One line of a report about structure; see the engine's `StructureObject`. */
export interface StructureObjectRow {
  readonly kind: StructureKind
  readonly table?: string
  readonly name: string
  readonly detail?: string
  readonly state: StructureState
  readonly reason?: Sentence
}

/** Replaces the report of a run, if this attempt is still the one that works on it. */
export const saveRunStructure = async (
  query: Query,
  { runId, epoch }: { readonly runId: string; readonly epoch: number },
  objects: readonly StructureObjectRow[],
): Promise<void> => {
  await query(
    `insert into run_structures (organization_id, run_id, objects)
     select organization_id, id, $3 from runs where id = $1 and epoch = $2 and finished_at is null
     on conflict (run_id) do update set objects = excluded.objects`,
    [runId, epoch, JSON.stringify(objects)],
  )
}

/** Empty for a run without structure. */
export const findRunStructure = async (query: Query, runId: string): Promise<readonly StructureObjectRow[]> => {
  const found = query<{ objects: StructureObjectRow[] }>('select objects from run_structures where run_id = $1', [
    runId,
  ])
  return (await first(found))?.objects ?? []
}
