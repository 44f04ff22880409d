import { useState } from 'react'

interface Identified {
  readonly id: string
}

/** The selected rows among the visible ones. Hidden rows are not included, so that nothing happens to invisible rows. */
export function useSelection<T extends Identified>(shown: readonly T[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [anchor, setAnchor] = useState<string>()
  const selected = ids.size === 0 ? [] : shown.filter(({ id }) => ids.has(id))
  const toggle = (id: string) => {
    setAnchor(id)
    setIds((known) => without(known, id) ?? new Set([...known, id]))
  }
  return {
    selected,
    has: (id: string) => ids.has(id),
    toggle,
    /** Selects all from the last one that was toggled to this one. */
    extendTo: (id: string) => {
      const [from, to] = [shown.findIndex((item) => item.id === anchor), shown.findIndex((item) => item.id === id)]
      if (from < 0 || to < 0) return toggle(id)
      const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1)
      setIds((known) => new Set([...known, ...range.map((item) => item.id)]))
    },
    /** Whether all, some (`indeterminate`) or none are selected. */
    all: selected.length === 0 ? false : selected.length === shown.length || ('indeterminate' as const),
    toggleAll: () => setIds(selected.length === shown.length ? new Set() : new Set(shown.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}

export type Selection = Omit<ReturnType<typeof useSelection>, 'selected'>

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> | undefined {
  if (!ids.has(id)) return undefined
  const rest = new Set(ids)
  rest.delete(id)
  return rest
}
