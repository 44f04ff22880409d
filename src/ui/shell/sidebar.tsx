import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import {
  ArrowRightFromLine,
  ArrowRightToLine,
  History,
  House,
  type IconNode,
  KeyRound,
  Search,
  Settings,
  Trash2,
  Workflow,
} from 'lucide'
import { type ReactNode, Suspense } from 'react'
import { Icon } from '../kit/icon/icon.tsx'
import { lazyNamed } from '../kit/lazy-named.ts'
import { Logo } from '../layout/logo.tsx'
import { useDeployment } from '../services/deployment.tsx'
import { useIsOffered } from '../services/use-is-offered.ts'
import { ShortcutKeys } from './commands/shortcut-keys.tsx'
import { OrganizationSwitcher } from './organization-switcher.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import styles from './sidebar.module.css'

const SandboxLink = lazyNamed(() => import('./sandbox-link.tsx'), 'SandboxLink')

interface SidebarProps {
  readonly hasOrganization: boolean
  onSearch(): void
}

/** The navigation, the organization and the signed-in user. */
export function Sidebar({ hasOrganization, onSearch }: SidebarProps) {
  const { t } = useLingui()
  const { sandbox } = useDeployment()
  const hasRuns = useIsOffered('listRuns')
  const hasTrash = useIsOffered('listTrash')
  return (
    <div className={styles['sidebar']}>
      <Link to="/" className={styles['home']} aria-label={t`Millrace, start page`}>
        <Logo withName />
      </Link>
      <OrganizationSwitcher />
      <button type="button" className={styles['search']} aria-keyshortcuts="Control+K Meta+K" onClick={onSearch}>
        <Icon of={Search} size={15} />
        <span className={styles['words']}>
          <Trans>Search</Trans>
        </span>
        <span aria-hidden>
          <ShortcutKeys id="palette" />
        </span>
      </button>
      {hasOrganization && (
        <nav aria-label={t`Main`} className={styles['nav']}>
          <NavigationLink to="/" icon={House} keys={t`G then H`}>
            <Trans>Home</Trans>
          </NavigationLink>
          <NavigationLink to="/flows" icon={Workflow} keys={t`G then F`}>
            <Trans>Flows</Trans>
          </NavigationLink>
          {hasRuns && (
            <NavigationLink to="/runs" icon={History} keys={t`G then R`}>
              <Trans>Runs</Trans>
            </NavigationLink>
          )}
          <NavigationLink to="/sources" icon={ArrowRightFromLine} keys={t`G then S`}>
            <Trans>Sources</Trans>
          </NavigationLink>
          <NavigationLink to="/destinations" icon={ArrowRightToLine} keys={t`G then D`}>
            <Trans>Destinations</Trans>
          </NavigationLink>
          <NavigationLink to="/integrations" icon={KeyRound} keys={t`G then I`}>
            <Trans>Integrations</Trans>
          </NavigationLink>
          <NavigationLink to="/organization-settings" icon={Settings}>
            <Trans>Settings</Trans>
          </NavigationLink>
          {hasTrash && (
            <NavigationLink to="/trash" icon={Trash2}>
              <Trans>Trash</Trans>
            </NavigationLink>
          )}
        </nav>
      )}
      <div className={styles['foot']}>
        <Suspense>{sandbox && <SandboxLink page={sandbox.page} />}</Suspense>
        <ProfileMenu />
      </div>
    </div>
  )
}

type Target =
  | '/'
  | '/flows'
  | '/runs'
  | '/sources'
  | '/destinations'
  | '/integrations'
  | '/organization-settings'
  | '/trash'

interface NavigationLinkProps {
  readonly to: Target
  readonly icon: IconNode
  /** The keyboard shortcut. */
  readonly keys?: string
  readonly children: ReactNode
}

function NavigationLink({ to, icon, keys, children }: NavigationLinkProps) {
  return (
    <Link
      to={to}
      className={styles['link']}
      data-tooltip={keys}
      activeProps={{ 'aria-current': 'page' }}
      activeOptions={{ exact: to === '/', includeSearch: false }}
    >
      <Icon of={icon} size={16} strokeWidth={1.9} />
      {children}
    </Link>
  )
}
