import { useState } from 'react'

import { useListUrl } from '../routing/use-list-url.ts'

/**
 * Whether the address with which the page was opened means an entry that is not in the list. What disappears later was deleted before the eyes of the user,
 * who needs no word about it.
 */
export function useLinkedGone(entries: readonly { readonly id: string }[]): boolean {
  const { dialog, id } = useListUrl()
  const isThere = entries.some((entry) => entry.id === id)
  const [linked] = useState(() => (id !== undefined && !isThere ? id : undefined))
  return dialog !== undefined && id !== undefined && id === linked && !isThere
}
