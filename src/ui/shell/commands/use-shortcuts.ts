import { useEffect, useRef } from 'react'

import { useSingleKeyShortcuts } from '../../preferences/use-single-key-shortcuts.ts'
import { createShortcutReader, type ShortcutId } from './shortcuts.ts'

/** Executes typed shortcuts, unless the focus is in an input: true from `onShortcut` means that the key was used. */
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
      // Only the palette has a shortcut with a modifier key.
      if (id !== 'palette' && !latest.current.isOnNow()) return
      if (!latest.current.onShortcut(id)) return
      event.preventDefault()
      // The flow editor has its own keys: the second key of a sequence does not go to it.
      event.stopPropagation()
    }
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [])
}

const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** The topmost open layer gets all keys. */
const isModalOpen = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
