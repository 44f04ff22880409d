import { useEffect, useRef } from 'react'

import { useSingleKeyShortcuts } from '../../preferences/use-single-key-shortcuts.ts'
import { createShortcutReader, type ShortcutId } from './shortcuts.ts'

/** Does what was typed, unless it is typed into something: true from `onShortcut` says that the stroke was used. */
export function useShortcuts(onShortcut: (id: ShortcutId) => boolean): void {
  const { isOnNow } = useSingleKeyShortcuts()
  const latest = useRef({ onShortcut, isOnNow })
  latest.current = { onShortcut, isOnNow }
  useEffect(() => {
    const read = createShortcutReader()
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat || event.isComposing || isModalOpen()) return
      const id = read(event, event.timeStamp)
      if (id === undefined || (isTypedInto(event.target) && id !== 'palette')) return
      // Only the palette is opened with a key held.
      if (id !== 'palette' && !latest.current.isOnNow()) return
      if (!latest.current.onShortcut(id)) return
      event.preventDefault()
      // The flow editor has keys of its own: the second of two strokes is not for it.
      event.stopPropagation()
    }
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [])
}

const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** What is open on top has the keyboard to itself. */
const isModalOpen = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
