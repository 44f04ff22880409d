import { type ReactNode, useEffect, useState } from 'react'

import { PageCommands } from '../kit/menu/menu-commands.tsx'

interface RowCommandsProps<T> {
  readonly items: readonly T[]
  nameOf(item: T): string
  /** The entries of the menu of a row. */
  children(item: T): ReactNode
}

/** What the menu of the row with the focus offers, for the search of the whole product. */
export function RowCommands<T extends { readonly id: string }>({ items, nameOf, children }: RowCommandsProps<T>) {
  const id = useFocusedRow()
  const item = id === undefined ? undefined : items.find((candidate) => candidate.id === id)
  return (
    item && (
      <PageCommands key={id} of={nameOf(item)}>
        {children(item)}
      </PageCommands>
    )
  )
}

/** The id of the row that has the focus, or had it before a dialog took it. */
function useFocusedRow(): string | undefined {
  const [id, setId] = useState<string>()
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const place = target instanceof Element ? target.closest<HTMLElement>('main, tr[data-row]') : null
      if (place) setId(place.dataset['row'])
    }
    const forget = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget === null) setId(undefined)
    }
    addEventListener('focusin', follow)
    addEventListener('focusout', forget)
    return () => {
      removeEventListener('focusin', follow)
      removeEventListener('focusout', forget)
    }
  }, [])
  return id
}
