import { useState } from 'react'
import type { DialogName } from './search.ts'

/** What is opened, as the address says it. */
interface Link {
  readonly dialog?: DialogName | undefined
  readonly id?: string | undefined
}

/**
 * Whether the address with which the page was opened means an entry that is not in the list. What disappears later was deleted before the eyes of the user,
 * who needs no word about it.
 */
export function useLinkedGone(entries: readonly { readonly id: string }[], { dialog, id }: Link): boolean {
  const isThere = entries.some((entry) => entry.id === id)
  const [linked] = useState(() => (id !== undefined && !isThere ? id : undefined))
  return dialog !== undefined && id !== undefined && id === linked && !isThere
}
