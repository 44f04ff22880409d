import {
  type AnyRoute,
  type AnyRouter,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import { defined } from '../../core/catalog/defined.ts'
import { safeReturnPath } from '../auth/return-path.ts'
import styles from '../layout/lone-page.module.css'
import { SlowStart } from '../layout/slow-start.tsx'
import { movedRun } from '../routing/moved-run.ts'
import {
  dashboardSearch,
  editorSearch,
  flowSearch,
  invitationSearch,
  type ListFilters,
  listSearch,
  mainSearch,
  profileSearch,
  runSearch,
  settingsSearch,
  signInSearch,
} from '../routing/search.ts'
import { unknownWords } from '../routing/unknown-words.ts'
import type { SignedInAppSource } from '../services/signed-in-app-source.ts'
import { ErrorPage } from './error-page.tsx'

/** Shown instead of every page until the signed-in user is known, and the profile is loaded. */
const PendingPage = () => (
  <div className={styles['page']}>
    <SlowStart />
  </div>
)

interface RouterContext {
  readonly signedInApp: SignedInAppSource
  /** The page with which the application was opened, and what its address asked for in vain: the router corrects the address at once. */
  readonly opened?: { readonly pathname: string; readonly unknownWords: readonly string[] }
}

const page = lazyRouteComponent
const notFoundPages = () => import('./not-found-page.tsx')

const root = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: page(notFoundPages, 'LoneNotFoundPage'),
  pendingComponent: PendingPage,
})

const auth = createRoute({
  getParentRoute: () => root,
  id: 'auth',
  component: page(() => import('../auth/auth-layout.tsx'), 'AuthLayout'),
  validateSearch: signInSearch,
})

const publicRoutes = [
  createRoute({
    getParentRoute: () => auth,
    path: '/login',
    component: page(() => import('../auth/login-page.tsx'), 'LoginPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/register',
    component: page(() => import('../auth/register-page.tsx'), 'RegisterPage'),
  }),
] as const

/** Everything inside needs a signed-in user (spec §2); others go to sign-in and come back. */
const main = createRoute({
  getParentRoute: () => root,
  id: 'main',
  component: page(() => import('./main-layout.tsx'), 'MainLayout'),
  validateSearch: mainSearch,
  pendingComponent: PendingPage,
  pendingMs: 100,
  beforeLoad: async ({ context, location, matches }) => {
    const { services } = await context.signedInApp.load()
    const { status } = await services.waitForSession()
    if (status === 'signed-in') return
    if (matches.at(-1)?.fullPath === '/$') throw notFound()
    throw redirect({ to: '/login', search: { redirect: location.href } })
  },
})

/** The common part of their addresses is read without knowing which page is shown. */
const lists = createRoute({ getParentRoute: () => main, id: 'lists', validateSearch: listSearch })
const settings = createRoute({ getParentRoute: () => main, id: 'settings', validateSearch: settingsSearch })

async function requestFlow(signedInApp: SignedInAppSource, flowId: string): Promise<void> {
  const [app, editor] = await Promise.all([signedInApp.load(), import('../flows/editor/request-flow.ts')])
  await editor.requestFlow(app, flowId)
}

async function requestOverview(signedInApp: SignedInAppSource, flowId: string): Promise<void> {
  const [app, page] = await Promise.all([signedInApp.load(), import('../flows/overview/request-overview.ts')])
  await page.requestOverview(app, flowId)
}

function leaveToMovedRun(search: Readonly<Record<string, unknown>>): void {
  const moved = movedRun(search)
  if (moved) throw redirect({ ...moved, replace: true })
}

const listRoutes = [
  createRoute({
    getParentRoute: () => lists,
    path: '/flows',
    component: page(() => import('../flows/page/flows-page.tsx'), 'FlowsPage'),
    beforeLoad: ({ location }) => leaveToMovedRun(location.search),
  }),
  createRoute({
    getParentRoute: () => lists,
    path: '/runs',
    component: page(() => import('../runs/list/runs-page.tsx'), 'RunsPage'),
  }),
  createRoute({
    getParentRoute: () => lists,
    path: '/sources',
    component: page(() => import('../connections/page/sources-page.tsx'), 'SourcesPage'),
  }),
  createRoute({
    getParentRoute: () => lists,
    path: '/destinations',
    component: page(() => import('../connections/page/destinations-page.tsx'), 'DestinationsPage'),
  }),
  createRoute({
    getParentRoute: () => lists,
    path: '/sources/$id',
    component: page(() => import('../flows/ends/connection-page.tsx'), 'SourcePage'),
  }),
  createRoute({
    getParentRoute: () => lists,
    path: '/destinations/$id',
    component: page(() => import('../flows/ends/connection-page.tsx'), 'DestinationPage'),
  }),
  createRoute({
    getParentRoute: () => lists,
    path: '/integrations',
    component: page(() => import('../integrations/integrations-page.tsx'), 'IntegrationsPage'),
  }),
  createRoute({
    getParentRoute: () => lists,
    path: '/trash',
    component: page(() => import('../trash/trash-page.tsx'), 'TrashPage'),
  }),
] as const

const settingsPage = page(() => import('../organizations/organization-settings-page.tsx'), 'OrganizationSettingsPage')

const settingsRoutes = [
  createRoute({
    getParentRoute: () => settings,
    path: '/organization-settings',
    component: settingsPage,
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/organization-settings/billing',
    component: settingsPage,
  }),
] as const

const mainRoutes = [
  createRoute({
    getParentRoute: () => main,
    path: '/',
    component: page(() => import('../dashboard/index-page.tsx'), 'IndexPage'),
    validateSearch: dashboardSearch,
  }),
  createRoute({
    getParentRoute: () => main,
    path: '/runs/$id',
    component: page(() => import('../runs/page/run-page.tsx'), 'RunPage'),
    validateSearch: runSearch,
  }),
  createRoute({
    getParentRoute: () => main,
    path: '/flows/$id',
    component: page(() => import('../flows/overview/flow-page.tsx'), 'FlowPage'),
    validateSearch: flowSearch,
    // Not awaited: the page is rendered meanwhile.
    loader: ({ context, params }) => void requestOverview(context.signedInApp, params.id),
  }),
  createRoute({
    getParentRoute: () => main,
    path: '/floweditor/$id',
    component: page(() => import('../flows/editor/flow-editor-page.tsx'), 'FlowEditorPage'),
    validateSearch: editorSearch,
    // Not awaited: the page is rendered meanwhile. Nor for a link that is only pointed at, because the source is asked.
    loader: ({ context, params, cause }) => {
      if (cause !== 'preload') void requestFlow(context.signedInApp, params.id)
    },
    // The form of earlier links to a run in alerts; the editor itself has a run in the address only beside its list of runs.
    beforeLoad: ({ location: { search } }) => !('tab' in search) && leaveToMovedRun(search),
  }),
  createRoute({
    getParentRoute: () => main,
    path: '/profile',
    component: page(() => import('../profile/profile-page.tsx'), 'ProfilePage'),
    validateSearch: profileSearch,
  }),
  createRoute({
    getParentRoute: () => main,
    path: '/billing',
    component: page(() => import('../billing/billing-page.tsx'), 'BillingPage'),
  }),
  createRoute({
    getParentRoute: () => main,
    path: '/organization/create',
    component: page(() => import('../organizations/create-organization-page.tsx'), 'CreateOrganizationPage'),
  }),
  createRoute({
    getParentRoute: () => main,
    path: '/accept-invite',
    component: page(() => import('../organizations/accept-invite-page.tsx'), 'AcceptInvitePage'),
    validateSearch: invitationSearch,
  }),
  createRoute({ getParentRoute: () => main, path: '/$', component: page(notFoundPages, 'NotFoundPage') }),
] as const

const routeTree = root.addChildren([
  auth.addChildren(publicRoutes),
  main.addChildren([...mainRoutes, lists.addChildren(listRoutes), settings.addChildren(settingsRoutes)]),
])

const SIGN_IN: readonly string[] = ['/login', '/register']

interface RouterOptions {
  readonly signedInApp: SignedInAppSource
  /** The history of addresses; by default the browser's own. */
  readonly history?: RouterHistory
}

export function createAppRouter({ signedInApp, history }: RouterOptions) {
  const router = createRouter({
    routeTree,
    context: { signedInApp },
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorPage,
    // A page is shown as soon as it can be: a placeholder need not have been there for any time.
    defaultPendingMinMs: 0,
    ...defined({ history }),
  })
  const opened = openedPage(router)
  router.update({ ...router.options, context: { signedInApp, opened } })
  return router
}

/** The page of the address, or the one to which sign-in leads. */
function openedPage(router: AnyRouter): NonNullable<RouterContext['opened']> {
  const { latestLocation } = router
  const { redirect: wanted } = latestLocation.search
  const isSignIn = wanted !== undefined && SIGN_IN.includes(latestLocation.pathname)
  const { pathname, search } = isSignIn ? locationOf(router, safeReturnPath(wanted)) : latestLocation
  const read = router.matchRoutes({ ...latestLocation, pathname, search }).at(-1)?.search ?? {}
  return { pathname, unknownWords: unknownWords(pathname, search, read) }
}

function locationOf(router: AnyRouter, path: string) {
  const { pathname, search } = new URL(path, 'http://this.site')
  return { pathname, search: router.options.parseSearch(search) }
}

/** Loads the code of the page at the current address, before the guards have finished; after a failure the page requests it again. */
export function loadPageCode(router: AppRouter): Promise<unknown> {
  const routes: Readonly<Record<string, AnyRoute>> = router.routesById
  const matched = router.matchRoutes(router.latestLocation).flatMap(({ routeId }) => routes[routeId] ?? [])
  return Promise.allSettled(matched.map((route) => router.loadRouteChunk(route)))
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** For a run that was opened from the list of runs: the filters of the list, so that the way back leads there. */
    readonly runFilters?: ListFilters
  }
  interface Register {
    router: AppRouter
  }
}
