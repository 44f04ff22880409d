/** What a route loads on a first visit, beside what all do, until it is shown: its module, or the chunk that `name-chunk.mjs` puts it into. */
export interface BundledRoute {
  readonly path: string
  readonly modules: readonly string[]
  /** Kilobytes of gzip of the route's own code, where that is promised. */
  readonly ownLimit?: number
}

/** Every route for signed-in people. What opens on a click is not in it: dialogs, menus, other tabs. */
export const ROUTES: readonly BundledRoute[] = [
  { path: '/', modules: ['ui/dashboard/index-page.tsx', 'ui/dashboard/charts/run-charts.tsx'], ownLimit: 40 },
  { path: '/flows', modules: ['ui/flows/page/flows-page.tsx', 'ui/lists/virtual-rows.tsx'], ownLimit: 41 },
  {
    path: '/flows/$id',
    modules: ['ui/flows/overview/flow-page.tsx', 'ui/flows/overview/charts/flow-charts.tsx'],
    ownLimit: 57,
  },
  { path: '/runs', modules: ['ui/runs/list/runs-page.tsx', 'ui/lists/virtual-rows.tsx'], ownLimit: 35 },
  { path: '/runs/$id', modules: ['ui/runs/page/run-page.tsx'] },
  { path: '/sources', modules: ['ui/connections/page/sources-page.tsx', 'ui/lists/virtual-rows.tsx'], ownLimit: 35 },
  {
    path: '/destinations',
    modules: ['ui/connections/page/destinations-page.tsx', 'ui/lists/virtual-rows.tsx'],
    ownLimit: 35,
  },
  { path: '/sources/$id', modules: ['ui/flows/ends/connection-page.tsx'], ownLimit: 35 },
  { path: '/destinations/$id', modules: ['ui/flows/ends/connection-page.tsx'], ownLimit: 35 },
  {
    path: '/integrations',
    modules: ['ui/integrations/integrations-page.tsx', 'ui/lists/virtual-rows.tsx'],
    ownLimit: 35,
  },
  { path: '/trash', modules: ['ui/trash/trash-page.tsx', 'ui/lists/virtual-rows.tsx'], ownLimit: 35 },
  { path: '/floweditor/$id', modules: ['editor'], ownLimit: 80 },
  { path: '/profile', modules: ['ui/profile/profile-page.tsx'] },
  {
    path: '/organization-settings',
    modules: ['ui/organizations/organization-settings-page.tsx', 'ui/organizations/general-panel.tsx'],
  },
  {
    path: '/organization-settings/billing',
    modules: ['ui/organizations/organization-settings-page.tsx', 'ui/billing/billing-panel.tsx'],
  },
  { path: '/billing', modules: ['ui/billing/billing-page.tsx'] },
  { path: '/organization/create', modules: ['ui/organizations/create-organization-page.tsx'] },
  { path: '/accept-invite', modules: ['ui/organizations/accept-invite-page.tsx'] },
  { path: '/$', modules: ['ui/app/not-found-page.tsx'] },
]

const START = ['index.html']
const IDENTITY = ['identity']

/** Pages for those who are not signed in: what is loaded before they paint. */
export const PUBLIC_ROUTES: readonly BundledRoute[] = [
  { path: '/login', modules: [...START, 'sign-in'] },
  { path: '/register', modules: [...START, 'sign-in'] },
]

/** What is loaded besides while somebody looks at one of them. */
export const SIGNING_IN = IDENTITY

/** What every route for signed-in people has. */
export const SIGNED_IN = [...START, ...IDENTITY, 'signed-in']
