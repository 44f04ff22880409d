import { defined } from '../../../core/catalog/defined.ts'
import type { MirrorOfFlow } from '../../domain/mirrors/mirrors.ts'
import type { CutOverRow } from '../../store/mirrors/mirror-cut-overs.ts'
import type { MirrorWindowRow } from '../../store/mirrors/mirror-windows.ts'
import type { ListedMirrorRow, MirroredTableRow } from '../../store/mirrors/mirrors.ts'
import { errorToWire } from './run-error-to-wire.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

const NOWHERE = { sourceConnectionId: '', destinationConnectionId: '' }

export const listedMirrorToWire = ({ caught_up_at, problem, ...mirror }: ListedMirrorRow) => ({
  ...mirror,
  caught_up_at: iso(caught_up_at),
  problem: problem && errorToWire(problem, NOWHERE),
})

/** @param logBytes how much of its log the source may keep */
export function mirrorToWire({ mirror, tables, source, destination }: MirrorOfFlow, logBytes: number) {
  if (!mirror) return { wanted: 'off' as const, state: 'off' as const, changes_per_second: 0, tables: [] }
  const ends = { sourceConnectionId: source, destinationConnectionId: destination }
  const { caught_up_at, problem, started_at, next_try_at, cut_over, ...shown } = mirror
  return {
    ...shown,
    caught_up_at: iso(caught_up_at),
    problem: problem && errorToWire(problem, ends),
    started_at: iso(started_at),
    next_try_at: iso(next_try_at),
    budget_bytes: logBytes,
    cut_over: cut_over && cutOverToWire(cut_over, ends),
    tables: tables.map((table) => tableToWire(table, ends)),
  }
}

const cutOverToWire = (
  {
    failed,
    numbers,
    absent,
    problem,
    differing,
    unsettled,
    changed_by_steps,
    written_after,
    counted_to: _,
    ...cutOver
  }: CutOverRow,
  ends: typeof NOWHERE,
) => ({
  ...cutOver,
  ...defined({
    differing: differing && [...differing],
    unsettled: unsettled && [...unsettled],
    changed_by_steps: changed_by_steps && [...changed_by_steps],
    written_after: written_after && [...written_after],
    failed: failed?.map((one) => ({ ...one, problem: errorToWire(one.problem, ends) })),
    numbers: numbers?.map(({ problem: own, ...one }) => ({
      ...one,
      ...defined({ problem: own && errorToWire(own, ends) }),
    })),
    absent: absent?.map(({ names, ...one }) => ({ ...one, names: [...names] })),
    problem: problem && errorToWire(problem, ends),
  }),
})

const tableToWire = (
  { since, changed_at, problem, proven_at, compared_at, compare_asked_at, proof_problem, ...table }: MirroredTableRow,
  ends: typeof NOWHERE,
) => ({
  ...table,
  since: iso(since),
  changed_at: iso(changed_at),
  problem: problem && errorToWire(problem, ends),
  proven_at: iso(proven_at),
  compared_at: iso(compared_at),
  compare_asked_at: iso(compare_asked_at),
  proof_problem: proof_problem && errorToWire(proof_problem, ends),
})

export const windowToWire = ({ content, began_at, ended_at, ...window }: MirrorWindowRow) => ({
  ...window,
  ...content,
  tables: [...content.tables],
  began_at: began_at.toISOString(),
  ended_at: ended_at.toISOString(),
})
