import type { KeyboardEvent } from 'react'

/** Moves from the link of one run to the next, as in any list; Enter opens the focused one. */
export function goByArrows(event: KeyboardEvent<HTMLAnchorElement>): void {
  const links = [...(event.currentTarget.closest('table')?.querySelectorAll<HTMLElement>('a[data-run]') ?? [])]
  const at = links.indexOf(event.currentTarget)
  const places: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: links.length - 1,
  }
  const next = links[places[event.key] ?? -1]
  if (!next) return
  event.preventDefault()
  next.focus()
}
