import { useLingui } from '@lingui/react'
import { useMemo, useState } from 'react'

import type { GroupName } from '../routing/search.ts'
import { useListUrl } from '../routing/use-list-url.ts'
import { type GroupOfRows, type GroupsOf, grouped } from './grouped.ts'

/** For each way to group that the address can have, the groups of a row. */
export type GroupKeys<T> = Readonly<Partial<Record<GroupName, GroupsOf<T>>>>

interface Identified {
  readonly id: string
}

/** What stands in the table: a row, or the head of a group. */
export type ListEntry<T> =
  | { readonly id: string; readonly item: T }
  | { readonly id: string; readonly group: GroupOfRows<T>; readonly isFolded: boolean }

/** The rows in the groups of the address, without those of folded groups. @param keys the same object at each render */
export function useGrouping<T extends Identified>(items: readonly T[], keys: GroupKeys<T>) {
  const { group: name } = useListUrl().filters
  const { locale } = useLingui().i18n
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const key = name && keys[name]
  return useMemo(() => {
    if (!key) return { entries: items.map((item): ListEntry<T> => ({ id: item.id, item })), visible: items }
    const { compare } = new Intl.Collator(locale, { numeric: true })
    const groups = grouped(items, key, compare)
    const nameOf = ({ id }: GroupOfRows<T>) => `${name}:${id}`
    const open = groups.filter((group) => !folded.has(nameOf(group)))
    return {
      entries: groups.flatMap((group): ListEntry<T>[] => {
        const isFolded = folded.has(nameOf(group))
        const head = { id: nameOf(group), group, isFolded }
        return isFolded ? [head] : [head, ...group.items.map((item) => ({ id: `${nameOf(group)}/${item.id}`, item }))]
      }),
      /** Each row once, whatever the number of its groups. */
      visible: [...new Set(open.flatMap((group) => group.items))],
      toggle: (id: string) =>
        setFolded((known) => {
          const next = new Set(known)
          if (!next.delete(id)) next.add(id)
          return next
        }),
    }
  }, [items, key, name, folded, locale])
}
