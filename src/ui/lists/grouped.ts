interface Identified {
  readonly id: string
}

/** A group of rows; without a name, those that belong to none. */
export interface Group {
  readonly id: string
  readonly name?: string
  /** Groups with a place come in its order, the others by their names. */
  readonly place?: number
}

/** The groups of one row: usually one, and for tags one for each. */
export type GroupsOf<T> = (item: T) => readonly Group[]

export interface GroupOfRows<T> extends Group {
  readonly items: readonly T[]
}

const NONE: Group = { id: '' }

/** Rows in their groups, in the same order within each; those without a group come last. */
export function grouped<T extends Identified>(
  items: readonly T[],
  groupsOf: GroupsOf<T>,
  compare: (one: string, other: string) => number,
): readonly GroupOfRows<T>[] {
  const groups = new Map<string, Group & { readonly items: T[] }>()
  for (const item of items) {
    const own = groupsOf(item)
    for (const group of own.length > 0 ? own : [NONE]) {
      const known = groups.get(group.id)
      if (known) known.items.push(item)
      else groups.set(group.id, { ...group, items: [item] })
    }
  }
  return [...groups.values()].sort((one, other) => {
    if (one.name === undefined || other.name === undefined)
      return Number(one.name === undefined) - Number(other.name === undefined)
    const placed = (one.place ?? 0) - (other.place ?? 0)
    return placed === 0 ? compare(one.name, other.name) : placed
  })
}
