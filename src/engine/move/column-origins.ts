import type { Drift } from '../ports/destination.ts'
import type { StepsOutline } from '../transform/steps/bind-steps.ts'

/** Where a column behind steps comes from. */
export interface ColumnOrigin {
  /** The source's column of which it is made, or whose name it has; absent for a column that steps make. */
  readonly source?: string
  /** It has another name at most. */
  readonly isUnchanged: boolean
}

/** For each column behind the last step, by its name. A value that no step touched still has its field as it was read. */
export function columnOrigins({ relations }: StepsOutline): ReadonlyMap<string, ColumnOrigin> {
  const read = relations[0]?.relation.columns ?? []
  const left = relations.at(-1)?.relation.columns ?? []
  return new Map(
    left.map(({ name, raw }): [string, ColumnOrigin] => {
      const same = raw === undefined ? undefined : read.find((column) => column.raw === raw)
      if (same) return [name, { source: same.name, isUnchanged: true }]
      const isKnown = read.some((column) => column.name === name)
      return [name, { ...(isKnown && { source: name }), isUnchanged: false }]
    }),
  )
}

/** What has changed at the source, in the names that columns have behind the steps. What steps make may change with each column that they see. */
export function driftBehindSteps(bound: StepsOutline, drift: Drift): Drift {
  const origins = [...columnOrigins(bound)]
  const names = (isMeant: (origin: ColumnOrigin) => boolean) =>
    origins.filter(([, origin]) => isMeant(origin)).map(([name]) => name)
  const isOneOf = (columns: readonly string[], { source }: ColumnOrigin) =>
    source !== undefined && columns.includes(source)
  const added = names((origin) => isOneOf(drift.added, origin))
  const changed = names((origin) => isOneOf(drift.changed, origin) || (!origin.isUnchanged && drift.changed.length > 0))
  return { ...drift, added, changed: changed.filter((name) => !added.includes(name)) }
}
