import { useQueryClient } from '@tanstack/react-query'
import { useMatches, useNavigate } from '@tanstack/react-router'
import { useIsAllowed, useOrganizationState } from '../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import type { ShortcutId } from './shortcuts.ts'
import { useShortcuts } from './use-shortcuts.ts'

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
    else if (id === 'search') return focusSearch()
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
