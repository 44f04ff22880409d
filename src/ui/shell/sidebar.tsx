import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowRightFromLine, ArrowRightToLine, House, KeyRound, Settings, Workflow } from 'lucide-react'

import { Logo } from '../app/logo.tsx'
import { OrganizationSwitcher } from './organization-switcher.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import styles from './sidebar.module.css'

/** Where one can go, for whom one works, and who one is. */
export function Sidebar({ hasOrganization }: { hasOrganization: boolean }) {
  const { t } = useLingui()
  return (
    <div className={styles['sidebar']}>
      <Link to="/" className={styles['home']} aria-label={t`Millrace, start page`}>
        <Logo withName />
      </Link>
      <OrganizationSwitcher />
      {hasOrganization && (
        <nav aria-label={t`Main`} className={styles['nav']}>
          <NavigationLink to="/" icon={House}>
            <Trans>Home</Trans>
          </NavigationLink>
          <NavigationLink to="/flows" icon={Workflow}>
            <Trans>Flows</Trans>
          </NavigationLink>
          <NavigationLink to="/sources" icon={ArrowRightFromLine}>
            <Trans>Sources</Trans>
          </NavigationLink>
          <NavigationLink to="/destinations" icon={ArrowRightToLine}>
            <Trans>Destinations</Trans>
          </NavigationLink>
          <NavigationLink to="/integrations" icon={KeyRound}>
            <Trans>Integrations</Trans>
          </NavigationLink>
          <NavigationLink to="/organization-settings" icon={Settings}>
            <Trans>Settings</Trans>
          </NavigationLink>
        </nav>
      )}
      <div className={styles['foot']}>
        <ProfileMenu />
      </div>
    </div>
  )
}

type Target = '/' | '/flows' | '/sources' | '/destinations' | '/integrations' | '/organization-settings'

function NavigationLink({ to, icon: Icon, children }: { to: Target; icon: typeof House; children: React.ReactNode }) {
  return (
    <Link
      to={to}
      className={styles['link']}
      activeProps={{ 'aria-current': 'page' }}
      activeOptions={{ exact: to === '/', includeSearch: false }}
    >
      <Icon size={16} strokeWidth={1.9} aria-hidden />
      {children}
    </Link>
  )
}
