import { defined } from '../../../core/catalog/defined.ts'
import type { AbsentObject } from '../../../engine/mirror/cut-over/absent-objects.ts'
import type { CutOverOutcome } from '../../../engine/mirror/proving.ts'
import type { CutOverRow } from '../../store/mirrors/mirror-cut-overs.ts'
import { runError } from '../runs/run-progress.ts'

/** Names of one kind that are kept; the number says how many there are. */
const MOST_NAMES = 100

/** What a cut-over has found, as it is stored. */
export function foundByCutOver(
  { proofs, unsettled, isProven, numbers, absent, problem }: CutOverOutcome,
  changedBySteps: readonly string[],
): Partial<CutOverRow> {
  const failed = proofs.flatMap((proof) =>
    proof.problem ? [{ entity: proof.entity, problem: runError(proof.problem) }] : [],
  )
  const differing = proofs.flatMap(({ entity, difference }) =>
    difference && difference.missing + difference.changed + difference.extra > 0 ? [entity] : [],
  )
  return defined({
    is_proven: isProven,
    tables: proofs.length,
    compared: proofs.length,
    rows: proofs.reduce((sum, { difference }) => sum + (difference?.rows ?? 0), 0),
    differing,
    failed,
    unsettled,
    changed_by_steps: changedBySteps,
    numbers: numbers.map(({ problem: own, ...one }) => ({ ...one, ...defined({ problem: own && runError(own) }) })),
    absent: byKind(absent),
    problem: problem && runError(problem),
  })
}

const byKind = (absent: readonly AbsentObject[]): NonNullable<CutOverRow['absent']> =>
  [...Map.groupBy(absent, ({ kind }) => kind)].map(([kind, own]) => ({
    kind,
    count: own.length,
    names: own.slice(0, MOST_NAMES).map(nameOf),
  }))

const nameOf = ({ table, name }: AbsentObject): string =>
  table === undefined ? name : name === '' ? table : `${table}: ${name}`
