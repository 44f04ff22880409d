import { defined } from '../../../../core/catalog/defined.ts'
import type { AppliedTable, FollowedCopy, RecordedTable } from '../../../ports/change-batch.ts'
import { TableFailure } from '../../../ports/table-failure.ts'
import type { JoinedCopy } from './change-session.ts'
import { joined } from './joined-changes.ts'
import type { TableStates } from './table-states.ts'

interface Draining {
  readonly states: TableStates
  readonly begin: () => Promise<void>
  readonly commit: () => Promise<void>
  readonly rollBack: () => Promise<void>
  readonly apply: (recorded: RecordedTable) => Promise<AppliedTable>
  /** Those of the copies whose place another one may take. */
  readonly overtaken: (copies: readonly JoinedCopy[]) => Promise<readonly TableFailure[]>
}

/** Applies what waits for tables that have their copies, in the same transactions; one that fails does not keep the others from following. */
export async function drainTables(entities: readonly string[], draining: Draining): Promise<readonly FollowedCopy[]> {
  const { states, overtaken, rollBack } = draining
  const copies = entities.map((entity) => ({
    entity,
    target: states.targetOf(entity),
    moment: states.of(entity)?.moment,
  }))
  const applied = new Map<string, AppliedTable[]>(entities.map((entity) => [entity, []]))
  const failures = new Map((await overtaken(copies)).map((failure) => [failure.entity, failure]))
  let left: readonly string[] = entities.filter((entity) => !failures.has(entity))
  while (left.length > 0) {
    try {
      left = await drainPiece(left, draining, applied)
    } catch (error) {
      await rollBack()
      if (!(error instanceof TableFailure) || !left.includes(error.entity)) throw error
      failures.set(error.entity, error)
      left = left.filter((entity) => entity !== error.entity)
    }
  }
  return entities.map((entity) =>
    defined({ entity, applied: applied.get(entity) ?? [], failure: failures.get(entity) }),
  )
}

/** What is applied is visible together with what is left: whoever comes after a crash goes on. @returns the tables for which more may wait */
async function drainPiece(
  entities: readonly string[],
  { states, begin, commit, apply }: Draining,
  all: ReadonlyMap<string, AppliedTable[]>,
): Promise<readonly string[]> {
  const left: string[] = []
  const applied: (readonly [entity: string, table: AppliedTable])[] = []
  await begin()
  for (const entity of entities) {
    const { moment, until } = states.of(entity) ?? {}
    const waiting = await states.takeWaiting(entity)
    for (const recorded of joined(waiting)) applied.push([entity, await apply(recorded)])
    if (waiting.length > 0) left.push(entity)
    await states.set(entity, defined({ kind: waiting.length > 0 ? 'draining' : 'following', moment, until }))
  }
  await commit()
  for (const [entity, table] of applied) all.get(entity)?.push(table)
  return left
}
