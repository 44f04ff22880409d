import { Trans, useLingui } from '@lingui/react/macro'
import { Navigate, Outlet, useMatches, useNavigate, useRouter } from '@tanstack/react-router'
import { CloudOff, Menu as MenuIcon, Search } from 'lucide'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { defined } from '../../core/catalog/defined.ts'
import { useOrganizationState } from '../access/use-active-organization.ts'
import { Button } from '../kit/button/button.tsx'
import { watchFocus } from '../kit/dialog/focus-history.ts'
import { EmptyState } from '../kit/empty-state/empty-state.tsx'
import { IconButton } from '../kit/icon-button/icon-button.tsx'
import { lazyNamed } from '../kit/lazy-named.ts'
import { MenuCommandsProvider } from '../kit/menu/menu-commands.tsx'
import { Logo } from '../layout/logo.tsx'
import { PriceQuestions } from '../runs/price/price-questions.tsx'
import { useServices } from '../services/services.tsx'
import { useIsOffered } from '../services/use-is-offered.ts'
import { useUnknownWords } from './address/use-unknown-words.ts'
import { useShellShortcuts } from './commands/use-shell-shortcuts.ts'
import { Connection } from './connection/connection.tsx'
import { useLiveOrganization } from './live/use-live-organization.ts'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'

const RestoredBanner = lazyNamed(() => import('./restored/restored-banner.tsx'), 'RestoredBanner')
const UnknownWords = lazyNamed(() => import('./address/unknown-words.tsx'), 'UnknownWords')
const TourStrip = lazyNamed(() => import('../tour/tour-strip.tsx'), 'TourStrip')
const Drawer = lazyNamed(() => import('./drawer.tsx'), 'Drawer')
const BatchChip = lazyNamed(() => import('./batches/batch-chip.tsx'), 'BatchChip')
const CommandPalette = lazyNamed(() => import('./commands/command-palette.tsx'), 'CommandPalette')
const ShortcutList = lazyNamed(() => import('./commands/shortcut-list.tsx'), 'ShortcutList')

/** Pages that work without an organization. */
const WITHOUT_ORGANIZATION = ['/organization/create', '/accept-invite', '/profile']

/** The address of a flow that is open for editing. */
const EDITOR = /^\/floweditor\/([^/]+)/

export function Shell() {
  const { t } = useLingui()
  const { active } = useOrganizationState()
  // The location of the visible page: the router's location is already the next one while a page is loading.
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' })
  const [overlay, setOverlay] = useState<'drawer' | 'palette' | 'shortcuts'>()
  const hasBatches = useIsOffered('listBatches')
  const close = () => setOverlay(undefined)
  const openPalette = () => setOverlay('palette')
  const openShortcuts = () => setOverlay('shortcuts')
  useShellShortcuts({ openPalette, openShortcuts })
  useEffect(watchFocus, [])
  useLeaveOnceSignedOut()
  useLiveOrganization(active?.id, EDITOR.exec(pathname)?.[1])
  const main = useFocusOnNavigation(pathname)

  const sidebar = <Sidebar hasOrganization={active !== null} onSearch={openPalette} />
  return (
    <PriceQuestions>
      <MenuCommandsProvider isWanted={overlay === 'palette'}>
        <div className={styles['shell']}>
          <a className={styles['skip']} href="#main">
            <Trans>Skip to the content</Trans>
          </a>
          <aside className={styles['side']}>{sidebar}</aside>
          <header className={styles['top']}>
            <IconButton icon={MenuIcon} label={t`Menu`} onClick={() => setOverlay('drawer')} />
            <Logo withName />
            <IconButton
              icon={Search}
              label={t`Search and commands`}
              className={styles['search']}
              onClick={openPalette}
            />
          </header>
          <Suspense>
            {overlay === 'drawer' && (
              <Drawer title={t`Menu`} pathname={pathname} onClose={close}>
                {sidebar}
              </Drawer>
            )}
            {overlay === 'palette' && <CommandPalette onClose={close} onShortcuts={openShortcuts} />}
            {overlay === 'shortcuts' && <ShortcutList onClose={close} />}
          </Suspense>
          <main id="main" ref={main} tabIndex={-1} className={styles['main']}>
            <Connection />
            <Notices pathname={pathname} />
            <Content pathname={pathname} />
          </main>
          <Suspense>{active && hasBatches && <BatchChip />}</Suspense>
        </div>
      </MenuCommandsProvider>
    </PriceQuestions>
  )
}

/** What is said above every page. */
function Notices({ pathname }: { pathname: string }) {
  const { active } = useOrganizationState()
  const unknown = useUnknownWords(pathname)
  const { sessionState } = useServices()
  const isOnTour = useSyncExternalStore(sessionState.subscribe, () => sessionState.get().profile?.tour === 'started')
  return (
    <>
      <Suspense>{active?.schedulesPaused && <RestoredBanner organization={active} />}</Suspense>
      <Suspense>{unknown.words.length > 0 && <UnknownWords {...unknown} />}</Suspense>
      <Suspense>{active && isOnTour && <TourStrip pathname={pathname} />}</Suspense>
    </>
  )
}

function Content({ pathname }: { pathname: string }) {
  const { status, active, organizations } = useOrganizationState()
  if (active || WITHOUT_ORGANIZATION.includes(pathname)) return <Outlet />
  if (status === 'failed') return <OrganizationsUnknown />
  // Just signed out: the navigation to sign-in has already started.
  if (status === 'unknown') return null
  return organizations.length === 0 ? <Navigate to="/organization/create" replace /> : <NoneActive />
}

/** The active one was removed: the first remaining one becomes active. */
function NoneActive() {
  const { setActiveOrganization } = useServices()
  const { organizations } = useOrganizationState()
  const next = organizations[0]?.id
  useEffect(() => {
    if (next !== undefined) setActiveOrganization(next)
  }, [next, setActiveOrganization])
  return null
}

function OrganizationsUnknown() {
  const { listOrganizations } = useServices()
  return (
    <div className={styles['lone']}>
      <EmptyState
        isWholePage
        icon={CloudOff}
        title={<Trans>Your organizations could not be loaded</Trans>}
        actions={
          <Button variant="primary" onClick={() => void listOrganizations()}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        <Trans>It is starting, or you are offline.</Trans>
      </EmptyState>
    </div>
  )
}

/** Signed out here, in another tab, or by the identity provider. */
function useLeaveOnceSignedOut() {
  const { sessionState } = useServices()
  const { status, isExpired } = useSyncExternalStore(sessionState.subscribe, sessionState.get)
  const navigate = useNavigate()
  const router = useRouter()
  useEffect(() => {
    if (status !== 'signed-out') return
    const { pathname, href } = router.state.location
    // A user who signs out there wants to accept the invitation with another account.
    const isAccepting = pathname === '/accept-invite'
    const search = isAccepting || isExpired ? { redirect: href, ...defined({ ended: isExpired }) } : {}
    void navigate({ to: '/login', search, replace: true })
  }, [status, isExpired, navigate, router])
}
