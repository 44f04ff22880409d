import { useLayoutEffect, useRef } from 'react'

import { isModalOpen, isTypedInto } from '../kit/key-target.ts'
import { useSingleKeyShortcuts } from '../preferences/use-single-key-shortcuts.ts'
import type { Selection } from './use-selection.ts'

/** The element of a row that opens it; the keys of the list move the focus from one to the next. */
export const OPENS_ROW = { 'data-open': true } as const

interface ListKeys {
  /** Absent: rows cannot be selected. */
  readonly selection?: (Selection & { readonly selected: readonly unknown[] }) | undefined
  /** Absent: rows cannot be edited. */
  onEdit?(id: string): void
}

/** The keys of a list: to the next row and back, open, select, edit, and clear the selection. */
export function useListKeys(keys: ListKeys): void {
  const { isOnNow } = useSingleKeyShortcuts()
  const latest = useRef({ ...keys, isOnNow })
  latest.current = { ...keys, isOnNow }
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTypedInto(event.target) || isModalOpen()) return
      if (perform(event, latest.current)) event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

type Current = ListKeys & { isOnNow(): boolean }

/** @returns whether the key was one of the list */
function perform(event: KeyboardEvent, keys: Current): boolean {
  const at = currentRow()
  if (event.key === 'Escape') return leave(at, keys)
  if (at?.querySelector('[data-open]') === document.activeElement && moveByArrow(event.key)) return true
  return keys.isOnNow() && performLetter(event, at?.dataset['row'], keys)
}

/** First the selection ends, then the walk through the rows. */
function leave(at: HTMLElement | null, { selection }: Current): boolean {
  if (selection && selection.selected.length > 0) selection.clear()
  else if (at && document.activeElement instanceof HTMLElement) document.activeElement.blur()
  else return false
  return true
}

/** Only on the name of a row: from other places the arrow keys scroll. */
function moveByArrow(key: string): boolean {
  if (key === 'ArrowDown') return focusRow(1)
  if (key === 'ArrowUp') return focusRow(-1)
  return (key === 'Home' || key === 'End') && focusEnd(key)
}

function performLetter({ key, shiftKey }: KeyboardEvent, id: string | undefined, keys: Current): boolean {
  const { selection, onEdit } = keys
  const letter = key.toLowerCase()
  if (letter === 'j') return focusRow(1)
  if (letter === 'k') return focusRow(-1)
  if (id === undefined) return false
  if (letter === 'x' && selection) {
    if (shiftKey) selection.extendTo(id)
    else selection.toggle(id)
    return true
  }
  if (letter !== 'e' || shiftKey || !onEdit) return false
  onEdit(id)
  return true
}

const rowsInPage = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main tr[data-row]')]

const currentRow = (): HTMLElement | null =>
  document.activeElement instanceof HTMLElement
    ? document.activeElement.closest<HTMLElement>('main tr[data-row]')
    : null

/** From the row with the focus; without one, the first that is in sight. */
function focusRow(steps: 1 | -1): boolean {
  const rows = rowsInPage()
  const at = currentRow()
  const next = at ? rows[rows.indexOf(at) + steps] : (rows.find(isInSight) ?? rows[0])
  return focusName(next)
}

const focusEnd = (key: 'Home' | 'End'): boolean => focusName(rowsInPage().at(key === 'Home' ? 0 : -1))

function focusName(row: HTMLElement | undefined): boolean {
  const target = row?.querySelector<HTMLElement>('[data-open]')
  if (!target) return false
  // The browser would scroll only as far as the text of the name; nearest is the row.
  target.focus({ preventScroll: true })
  row?.scrollIntoView?.({ block: 'nearest' })
  return true
}

const isInSight = (row: HTMLElement): boolean => row.getBoundingClientRect().top >= 0
