import { useLingui } from '@lingui/react'
import { useCallback } from 'react'

import { SORTS, type Sort } from '../routing/search.ts'
import { useListUrl } from '../routing/use-list-url.ts'

type Value = string | number | undefined

/** The compared values of rows, for each sort key in the address. */
export type SortKeys<T> = Readonly<Partial<Record<Sort, (item: T) => Value>>>

/** Sorts rows by the key in the address, with a leading `-` in reverse; without one the order stays unchanged. */
export function useSorting<T>(keys: SortKeys<T>) {
  const { filters, filter } = useListUrl()
  const { locale } = useLingui().i18n
  const { sort } = filters
  const isDescending = sort?.startsWith('-') ?? false
  const name = SORTS.find((column) => column === sort || `-${column}` === sort)
  // The column of another list orders nothing here.
  const key = name && keys[name]
  /** The same function until the order changes. */
  const sorted = useCallback(
    (items: readonly T[]) => (key ? inOrder(items, key, isDescending, locale) : items),
    [key, isDescending, locale],
  )

  return {
    sorted,
    /** Props for the header of a column: first ascending, then descending, then unsorted. */
    by: (column: Sort) => {
      const isChosen = key !== undefined && column === name
      const next = isChosen ? (isDescending ? undefined : (`-${column}` as const)) : column
      const direction = isDescending ? ('descending' as const) : ('ascending' as const)
      return { direction: isChosen ? direction : undefined, onToggle: () => filter({ sort: next }) }
    },
  }
}

/** Missing values come last in both directions. */
function inOrder<T>(items: readonly T[], key: (item: T) => Value, isDescending: boolean, locale: string): readonly T[] {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const sign = isDescending ? -1 : 1
  return items
    .map((item) => ({ item, value: key(item) }))
    .sort((left, right) => {
      if (left.value === undefined || right.value === undefined) {
        return Number(left.value === undefined) - Number(right.value === undefined)
      }
      const isNumber = typeof left.value === 'number' && typeof right.value === 'number'
      return (
        sign * (isNumber ? Number(left.value) - Number(right.value) : compare(String(left.value), String(right.value)))
      )
    })
    .map(({ item }) => item)
}
