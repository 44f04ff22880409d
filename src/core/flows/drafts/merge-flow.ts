import { defined } from '../../catalog/defined.ts'
import type { CanvasComment, Flow, FlowChange, FlowConfig } from '../flow.ts'
import { sameValue } from './same-value.ts'

/** A conflict: both changed the same part, so that a person must choose. */
export type MergeConflict =
  | 'name'
  | 'enabled'
  | 'source'
  | 'destination'
  | 'streams'
  | 'steps'
  | 'schedule'
  | 'after'
  | 'sql'
  | 'budget'
  | 'freshness'
  | 'comments'
  | 'structure'
  | 'workers'
  | 'pace'

export type Merged =
  | { readonly ok: true; readonly change: FlowChange }
  | { readonly ok: false; readonly conflicts: readonly MergeConflict[] }

export type MergeFlow = typeof mergeFlow

/**
 * Merges the own changes with those that somebody else saved meanwhile, given their common base. Changes of different
 * tables, steps and fields are combined; if both changed the same part, there is a conflict.
 */
export function mergeFlow(base: Flow, mine: Flow, theirs: Flow): Merged {
  const conflicts: MergeConflict[] = []
  const pick = <T>(what: MergeConflict, from: T, own: T, other: T): T => {
    if (sameValue(own, from) || sameValue(own, other)) return other
    if (!sameValue(other, from)) conflicts.push(what)
    return own
  }
  const list = <T>(what: MergeConflict, keyOf: (item: T) => string, lists: Lists<T>): readonly T[] => {
    const merged = mergeLists(keyOf, lists)
    if (!merged) conflicts.push(what)
    return merged ?? lists.mine
  }
  const configs = [base.config, mine.config, theirs.config] as const
  const schedule = pick('schedule', ...values(configs, (config) => config.schedule))
  const after = pick('after', ...values(configs, (config) => config.after))
  const sql = pick('sql', ...values(configs, sqlOf))
  const budget = pick('budget', ...values(configs, (config) => config.budget))
  const structure = pick('structure', ...values(configs, (config) => config.structure))
  const workerClass = pick('workers', ...values(configs, (config) => config.workerClass))
  const mirrorSeconds = pick('pace', ...values(configs, (config) => config.mirrorSeconds))
  const comments = list('comments', ({ id }) => id, commentsOf(configs))
  const {
    schedule: _1,
    after: _2,
    sqlBefore: _3,
    sqlAfter: _4,
    budget: _5,
    structure: _6,
    workerClass: _7,
    comments: _8,
    mirrorSeconds: _9,
    ...kept
  } = theirs.config
  const config: FlowConfig = {
    ...kept,
    streams: list('streams', ({ entity }) => entity, listsOf(configs, 'streams')),
    transformations: list('steps', ({ id }) => id, listsOf(configs, 'transformations')),
    ...defined({ schedule, after }),
    ...sql,
    ...defined({ budget, structure, workerClass, mirrorSeconds, comments: comments.length > 0 ? comments : undefined }),
  }
  const source = pick('source', base.sourceConnection, mine.sourceConnection, theirs.sourceConnection)
  const destination = pick(
    'destination',
    base.destinationConnection,
    mine.destinationConnection,
    theirs.destinationConnection,
  )
  const change: FlowChange = defined({
    name: pick('name', base.name, mine.name, theirs.name),
    enabled: pick('enabled', base.enabled, mine.enabled, theirs.enabled),
    sourceConnection: source,
    destinationConnection: destination,
    config,
    freshnessMinutes: pick('freshness', ...freshnessOf(base, mine, theirs)),
  })
  return conflicts.length > 0 ? { ok: false, conflicts } : { ok: true, change }
}

const freshnessOf = (base: Flow, mine: Flow, theirs: Flow): [number | null, number | null, number | null] => [
  base.freshnessMinutes ?? null,
  mine.freshnessMinutes ?? null,
  theirs.freshnessMinutes ?? null,
]

const sqlOf = ({ sqlBefore, sqlAfter }: FlowConfig): Pick<FlowConfig, 'sqlBefore' | 'sqlAfter'> =>
  defined({ sqlBefore, sqlAfter })

type Configs = readonly [FlowConfig, FlowConfig, FlowConfig]

const values = <T>([base, mine, theirs]: Configs, read: (config: FlowConfig) => T): [T, T, T] => [
  read(base),
  read(mine),
  read(theirs),
]

const listsOf = <K extends 'streams' | 'transformations'>(
  [base, mine, theirs]: Configs,
  name: K,
): Lists<FlowConfig[K][number]> => ({ base: base[name], mine: mine[name], theirs: theirs[name] })

const commentsOf = ([base, mine, theirs]: Configs): Lists<CanvasComment> => ({
  base: base.comments ?? [],
  mine: mine.comments ?? [],
  theirs: theirs.comments ?? [],
})

interface Lists<T> {
  readonly base: readonly T[]
  readonly mine: readonly T[]
  readonly theirs: readonly T[]
}

/** Nothing if both changed the same item, or both changed the order. */
function mergeLists<T>(keyOf: (item: T) => string, { base, mine, theirs }: Lists<T>): readonly T[] | undefined {
  if (sameValue(mine, base)) return theirs
  if (sameValue(theirs, base) || sameValue(theirs, mine)) return mine
  const [before, own, other] = [base, mine, theirs].map((items) => new Map(items.map((item) => [keyOf(item), item])))
  if (!before || !own || !other) return undefined
  const orderOf = (items: readonly T[]) =>
    items.map(keyOf).filter((key) => before.has(key) && own.has(key) && other.has(key))
  if (isChangedByBoth(orderOf(base), orderOf(mine), orderOf(theirs))) return undefined
  const merged: T[] = []
  const [leading, following] = sameValue(orderOf(mine), orderOf(base)) ? [theirs, mine] : [mine, theirs]
  for (const key of keysTogether(leading.map(keyOf), following.map(keyOf))) {
    const [from, a, b] = [before.get(key), own.get(key), other.get(key)]
    if (isChangedByBoth(from, a, b)) return undefined
    const item = sameValue(a, from) ? b : a
    if (item !== undefined) merged.push(item)
  }
  return merged
}

const isChangedByBoth = (base: unknown, mine: unknown, theirs: unknown): boolean =>
  !sameValue(mine, base) && !sameValue(theirs, base) && !sameValue(mine, theirs)

/** The keys of the first list in its order; keys of only the second are inserted after their predecessor there. */
function keysTogether(leading: readonly string[], following: readonly string[]): readonly string[] {
  const keys = [...leading]
  following.forEach((key, index) => {
    if (!keys.includes(key)) keys.splice(index === 0 ? 0 : keys.indexOf(following[index - 1] ?? '') + 1, 0, key)
  })
  return keys
}
