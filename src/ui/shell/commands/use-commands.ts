import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import {
  ArrowRightFromLine,
  ArrowRightToLine,
  Building2,
  CreditCard,
  House,
  Keyboard,
  KeyRound,
  Languages,
  LogOut,
  Moon,
  Plus,
  Settings,
  Sun,
  SunMoon,
  UserRound,
  Workflow,
} from 'lucide'
import { useIsAllowed, useOrganizationState } from '../../access/use-active-organization.ts'
import { LANGUAGES } from '../../i18n/locale.ts'
import { useLanguage } from '../../i18n/use-language.ts'
import { useTheme } from '../../preferences/theme.tsx'
import { useServices } from '../../services/services.tsx'
import type { Command } from './command.ts'

/** What can be done wherever one is; `onShortcuts` opens the list of keys. */
export function useCommands(onShortcuts: () => void): readonly Command[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { signOut, setActiveOrganization } = useServices()
  const { active, organizations } = useOrganizationState()
  const [theme, chooseTheme] = useTheme()
  const [language, chooseLanguage] = useLanguage()
  const mayConnect = useIsAllowed('connection.write')
  const mayIntegrate = useIsAllowed('integration.write')
  const mayDraw = useIsAllowed('flow.write')
  const go =
    (to: string, search: Readonly<Record<string, string>> = {}) =>
    () =>
      void navigate({ to, search })

  const inOrganization: readonly Command[] = [
    { id: 'home', group: 'pages', icon: House, label: t`Home`, shortcut: 'go-home', run: go('/') },
    { id: 'flows', group: 'pages', icon: Workflow, label: t`Flows`, shortcut: 'go-flows', run: go('/flows') },
    {
      id: 'sources',
      group: 'pages',
      icon: ArrowRightFromLine,
      label: t`Sources`,
      shortcut: 'go-sources',
      run: go('/sources'),
    },
    {
      id: 'destinations',
      group: 'pages',
      icon: ArrowRightToLine,
      label: t`Destinations`,
      shortcut: 'go-destinations',
      run: go('/destinations'),
    },
    {
      id: 'integrations',
      group: 'pages',
      icon: KeyRound,
      label: t`Integrations`,
      shortcut: 'go-integrations',
      run: go('/integrations'),
    },
    { id: 'settings', group: 'pages', icon: Settings, label: t`Settings`, run: go('/organization-settings') },
    { id: 'billing', group: 'pages', icon: CreditCard, label: t`Billing`, run: go('/billing') },
    ...(mayDraw ? [addition('flow', t`New flow`, go('/flows', { dialog: 'add' }))] : []),
    ...(mayConnect
      ? [
          addition('source', t`Add source`, go('/sources', { dialog: 'add' })),
          addition('destination', t`Add destination`, go('/destinations', { dialog: 'add' })),
        ]
      : []),
    ...(mayIntegrate ? [addition('integration', t`Add integration`, go('/integrations', { dialog: 'add' }))] : []),
  ]

  const themes = [
    { choice: 'light', icon: Sun, label: t`Theme: light` },
    { choice: 'dark', icon: Moon, label: t`Theme: dark` },
    { choice: 'system', icon: SunMoon, label: t`Theme: as the system` },
  ] as const

  return [
    ...(active ? inOrganization : []),
    { id: 'profile', group: 'pages', icon: UserRound, label: t`Profile`, run: go('/profile') },
    addition('organization', t`New organization`, go('/organization/create')),
    ...organizations
      .filter(({ id }) => id !== active?.id)
      .map(
        ({ id, name }): Command => ({
          id: `organization-${id}`,
          group: 'settings',
          icon: Building2,
          label: t`Switch to ${name}`,
          run: () => {
            setActiveOrganization(id)
            void navigate({ to: '/' })
          },
        }),
      ),
    ...themes
      .filter(({ choice }) => choice !== theme)
      .map(
        ({ choice, icon, label }): Command => ({
          id: `theme-${choice}`,
          group: 'settings',
          icon,
          label,
          run: () => chooseTheme(choice),
        }),
      ),
    ...LANGUAGES.filter(({ locale }) => locale !== language).map(
      ({ locale, name }): Command => ({
        id: `language-${locale}`,
        group: 'settings',
        icon: Languages,
        label: t`Language: ${name}`,
        run: () => void chooseLanguage(locale),
      }),
    ),
    {
      id: 'shortcuts',
      group: 'settings',
      icon: Keyboard,
      label: t`Keyboard shortcuts`,
      shortcut: 'shortcuts',
      run: onShortcuts,
    },
    { id: 'sign-out', group: 'settings', icon: LogOut, label: t`Sign out`, run: () => void signOut() },
  ]
}

const addition = (id: string, label: string, run: () => void): Command => ({
  id: `add-${id}`,
  group: 'actions',
  icon: Plus,
  label,
  run,
})
