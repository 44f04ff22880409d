import { useLingui } from '@lingui/react/macro'
import {
  ArrowRightFromLine,
  ArrowRightToLine,
  Building2,
  CircleQuestionMark,
  Compass,
  CreditCard,
  History,
  House,
  type IconNode,
  Keyboard,
  KeyRound,
  Languages,
  LogOut,
  Moon,
  Plus,
  Settings,
  Sun,
  SunMoon,
  Trash2,
  UserRound,
  Workflow,
} from 'lucide'
import { HELP } from '../../../core/catalog/connections/help-page.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { useIsAllowed, useOrganizationState } from '../../access/use-active-organization.ts'
import { LANGUAGES } from '../../i18n/locale.ts'
import { useLanguage } from '../../i18n/use-language.ts'
import { useTheme } from '../../preferences/theme.tsx'
import { useServices } from '../../services/services.tsx'
import { useIsOffered } from '../../services/use-is-offered.ts'
import { useStartTour } from '../../tour/start-tour.tsx'
import type { Command } from './command.ts'
import type { ShortcutId } from './shortcuts.ts'
import { useGo } from './use-go.ts'

/** The commands that are available on every page; `onShortcuts` opens the list of keys. */
export function useCommands(onShortcuts: () => void): readonly Command[] {
  const { t } = useLingui()
  const { signOut } = useServices()
  const { active } = useOrganizationState()
  const go = useGo()
  const inOrganization = usePages()
  const choices = useChoices()
  const startTour = useStartTour()
  return [
    ...(active ? inOrganization : []),
    { id: 'profile', group: 'pages', icon: UserRound, label: t`Profile`, run: go('/profile') },
    addition('organization', t`New organization`, go('/organization/create')),
    ...choices,
    {
      id: 'shortcuts',
      group: 'settings',
      icon: Keyboard,
      label: t`Keyboard shortcuts`,
      shortcut: 'shortcuts',
      run: onShortcuts,
    },
    {
      id: 'help',
      group: 'settings',
      icon: CircleQuestionMark,
      label: t`Help`,
      run: () => void open(HELP, '_blank', 'noopener'),
    },
    ...(startTour
      ? [{ id: 'tour', group: 'settings', icon: Compass, label: t`Start the tour`, run: startTour } as const]
      : []),
    { id: 'sign-out', group: 'settings', icon: LogOut, label: t`Sign out`, run: () => void signOut() },
  ]
}

/** The pages of the active organization, and the objects that the user may add. */
function usePages(): readonly Command[] {
  const { t } = useLingui()
  const go = useGo()
  const mayConnect = useIsAllowed('connection.write')
  const mayIntegrate = useIsAllowed('integration.write')
  const mayDraw = useIsAllowed('flow.write')
  const hasRuns = useIsOffered('listRuns')
  const hasTrash = useIsOffered('listTrash')
  const toPage = (path: string, icon: IconNode, label: string, shortcut?: ShortcutId): Command => {
    return defined({ id: path, group: 'pages', icon, label, shortcut, run: go(path) })
  }
  return [
    toPage('/', House, t`Home`, 'go-home'),
    toPage('/flows', Workflow, t`Flows`, 'go-flows'),
    ...(hasRuns ? [toPage('/runs', History, t`Runs`, 'go-runs')] : []),
    toPage('/sources', ArrowRightFromLine, t`Sources`, 'go-sources'),
    toPage('/destinations', ArrowRightToLine, t`Destinations`, 'go-destinations'),
    toPage('/integrations', KeyRound, t`Integrations`, 'go-integrations'),
    toPage('/organization-settings', Settings, t`Settings`),
    ...(hasTrash ? [toPage('/trash', Trash2, t`Trash`)] : []),
    toPage('/billing', CreditCard, t`Billing`),
    ...(mayDraw ? [addition('flow', t`New flow`, go('/flows', { dialog: 'add' }))] : []),
    ...(mayConnect
      ? [
          addition('source', t`Add source`, go('/sources', { dialog: 'add' })),
          addition('destination', t`Add destination`, go('/destinations', { dialog: 'add' })),
        ]
      : []),
    ...(mayIntegrate ? [addition('integration', t`Add integration`, go('/integrations', { dialog: 'add' }))] : []),
  ]
}

/** Commands for another organization, theme or language. */
function useChoices(): readonly Command[] {
  const { t } = useLingui()
  const go = useGo()
  const { setActiveOrganization } = useServices()
  const { active, organizations } = useOrganizationState()
  const [theme, chooseTheme] = useTheme()
  const [language, chooseLanguage] = useLanguage()
  const themes = [
    { choice: 'light', icon: Sun, label: t`Theme: light` },
    { choice: 'dark', icon: Moon, label: t`Theme: dark` },
    { choice: 'system', icon: SunMoon, label: t`Theme: as the system` },
  ] as const
  const setting = (id: string, icon: IconNode, label: string, run: () => void): Command => {
    return { id, group: 'settings', icon, label, run }
  }
  return [
    ...organizations
      .filter(({ id }) => id !== active?.id)
      .map(({ id, name }) =>
        setting(`organization-${id}`, Building2, t`Switch to ${name}`, () => {
          setActiveOrganization(id)
          go('/')()
        }),
      ),
    ...themes
      .filter(({ choice }) => choice !== theme)
      .map(({ choice, icon, label }) => setting(`theme-${choice}`, icon, label, () => chooseTheme(choice))),
    ...LANGUAGES.filter(({ locale }) => locale !== language).map(({ locale, name }) =>
      setting(`language-${locale}`, Languages, t`Language: ${name}`, () => void chooseLanguage(locale)),
    ),
  ]
}

const addition = (id: string, label: string, run: () => void): Command => ({
  id: `add-${id}`,
  group: 'actions',
  icon: Plus,
  label,
  run,
})
