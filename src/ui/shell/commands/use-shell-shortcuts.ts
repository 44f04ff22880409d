import { useQueryClient } from '@tanstack/react-query'
import { useMatches, useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { useIsAllowed, useOrganizationState } from '../../access/use-active-organization.ts'
import { isModalOpen, isTypedInto } from '../../kit/key-target.ts'
import { useSingleKeyShortcuts } from '../../preferences/use-single-key-shortcuts.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { createShortcutReader, type ShortcutId } from './shortcuts.ts'

const GO = {
  'go-home': '/',
  'go-flows': '/flows',
  'go-runs': '/runs',
  'go-sources': '/sources',
  'go-destinations': '/destinations',
  'go-integrations': '/integrations',
} as const

interface Overlays {
  openPalette(): void
  openShortcuts(): void
}

/** The keys of product and lists, while the shell is mounted. */
export function useShellShortcuts({ openPalette, openShortcuts }: Overlays): void {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { active } = useOrganizationState()
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' })
  const mayAdd: Readonly<Record<string, boolean>> = {
    '/flows': useIsAllowed('flow.write'),
    '/sources': useIsAllowed('connection.write'),
    '/destinations': useIsAllowed('connection.write'),
    '/integrations': useIsAllowed('integration.write'),
  }
  const isList = pathname in mayAdd || pathname === '/runs'

  useShortcuts((id: ShortcutId): boolean => {
    if (id === 'palette') openPalette()
    else if (id === 'shortcuts') openShortcuts()
    else if (!active) return false
    else if (id === 'refresh') void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.organization(active.id) })
    else if (id === 'search' || id === 'find') return focusSearch()
    else if (id === 'new') {
      if (!mayAdd[pathname]) return false
      void navigate({ to: '.', search: (before) => ({ ...before, dialog: 'add' }) })
    } else if (id === 'clear') {
      if (!isList) return false
      void navigate({ to: '.', search: {}, replace: true })
    } else void navigate({ to: GO[id] })
    return true
  })
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  field?.focus()
  return field !== null
}

/** Executes typed shortcuts, unless the focus is in an input: true from `onShortcut` means that the key was used. */
function useShortcuts(onShortcut: (id: ShortcutId) => boolean): void {
  const { isOnNow } = useSingleKeyShortcuts()
  const latest = useRef({ onShortcut, isOnNow })
  latest.current = { onShortcut, isOnNow }
  // With the page and not after it: a busy browser would lose a key that is pressed at once.
  useLayoutEffect(() => {
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
