import { defined } from '../../../core/catalog/defined.ts'
import type { Drift } from '../../ports/target-request.ts'
import type { StepsOutline } from '../../transform/steps/bind-steps.ts'

/** The origin of a column after the steps. */
export interface ColumnOrigin {
  /** The source column that it is computed from, or that has its name; absent for a column that steps create. */
  readonly source?: string
  /** At most its name is different. */
  readonly isUnchanged: boolean
}

/** For each column after the last step, by its name. A value that no step changed still has its original field. */
export function columnOrigins({ relations }: StepsOutline): ReadonlyMap<string, ColumnOrigin> {
  const read = relations[0]?.relation.columns ?? []
  const left = relations.at(-1)?.relation.columns ?? []
  return new Map(
    left.map(({ name, raw }): [string, ColumnOrigin] => {
      const same = raw === undefined ? undefined : read.find((column) => column.raw === raw)
      if (same) return [name, { source: same.name, isUnchanged: true }]
      const isKnown = read.some((column) => column.name === name)
      return [name, defined({ source: isKnown ? name : undefined, isUnchanged: false })]
    }),
  )
}

/** Changes at the source, with the column names after the steps. A computed column may change with each column that its steps can see. */
export function driftBehindSteps(bound: StepsOutline, drift: Drift): Drift {
  const origins = [...columnOrigins(bound)]
  const names = (isMatch: (origin: ColumnOrigin) => boolean) =>
    origins.filter(([, origin]) => isMatch(origin)).map(([name]) => name)
  const isOneOf = (columns: readonly string[], { source }: ColumnOrigin) =>
    source !== undefined && columns.includes(source)
  const added = names((origin) => isOneOf(drift.added, origin))
  const changed = names((origin) => isOneOf(drift.changed, origin) || (!origin.isUnchanged && drift.changed.length > 0))
  return { ...drift, added, changed: changed.filter((name) => !added.includes(name)) }
}
