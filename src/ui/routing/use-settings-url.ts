import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { defined } from '../../core/catalog/defined.ts'
import type { DialogName, SettingsSection } from './search.ts'

/** Billing has its own path (spec §2); the query distinguishes the other parts of the settings. */
export type SettingsTab = SettingsSection | 'billing'

export interface AuditFilters {
  readonly action?: string
  readonly person?: string
  /** Days of the calendar, both included. */
  readonly from?: string
  readonly to?: string
}

/** The visible part of the settings and its open dialog are in the address. */
export function useSettingsUrl() {
  const { section = 'general', dialog, id, code, action, person, from, to } = useSearch({ from: '/main/settings' })
  const isAtBilling = useLocation({ select: ({ pathname }) => pathname.endsWith('/billing') })
  const navigate = useNavigate()
  const here = section === 'general' ? {} : { section }
  const filters = { action, person, from, to }
  const tab: SettingsTab = isAtBilling ? 'billing' : section

  return {
    tab,
    dialog,
    id,
    code,
    filters,
    show: (next: SettingsTab) =>
      next === 'billing'
        ? void navigate({ to: '/organization-settings/billing' })
        : void navigate({ to: '/organization-settings', search: next === 'general' ? {} : { section: next } }),
    invite: () => void navigate({ to: '/organization-settings', search: { section: 'invitations', dialog: 'add' } }),
    open: (name: DialogName, target?: string) =>
      void navigate({
        to: '/organization-settings',
        search: { ...here, dialog: name, ...defined({ id: target }) },
      }),
    // Back does not open again what was closed.
    close: () => void navigate({ to: '/organization-settings', search: here, replace: true }),
    /** An empty text removes a filter. */
    filter: (change: AuditFilters) =>
      void navigate({
        to: '/organization-settings',
        search: {
          ...here,
          ...Object.fromEntries(Object.entries({ ...filters, ...change }).filter(([, value]) => value)),
        },
        replace: true,
      }),
  }
}
