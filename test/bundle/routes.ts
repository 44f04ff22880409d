/** What a route loads on a first visit, beside what all do, until it is shown; as the manifest names it. */
export interface BundledRoute {
  readonly path: string
  readonly modules: readonly string[]
  /** Kilobytes of gzip in all, where it is not what all routes promise. */
  readonly limit?: number
  /** The same of the route's own code, where that is promised. */
  readonly ownLimit?: number
}

/** Every route for signed-in people. What opens on a click is not in it: dialogs, menus, other tabs. */
export const ROUTES: readonly BundledRoute[] = [
  { path: '/', modules: ['ui/dashboard/index-page.tsx', 'ui/dashboard/charts/run-charts.tsx'], ownLimit: 35 },
  { path: '/flows', modules: ['ui/flows/flows-page.tsx', 'ui/lists/virtual-rows.tsx'], ownLimit: 35 },
  { path: '/sources', modules: ['ui/connections/sources-page.tsx', 'ui/lists/virtual-rows.tsx'], ownLimit: 35 },
  {
    path: '/destinations',
    modules: ['ui/connections/destinations-page.tsx', 'ui/lists/virtual-rows.tsx'],
    ownLimit: 35,
  },
  {
    path: '/integrations',
    modules: ['ui/integrations/integrations-page.tsx', 'ui/lists/virtual-rows.tsx'],
    ownLimit: 35,
  },
  // Promised are 250 in all: what every route has weighs 193 of them, the canvas library 47. Until then it may not grow.
  { path: '/floweditor/$id', modules: ['ui/flows/editor/flow-editor-page.tsx'], limit: 264, ownLimit: 70 },
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
]

/** What sign-in loads before it paints, and what it loads while somebody looks at it. */
export const START = ['index.html']
export const IDENTITY = [...START, 'composition/browser-identity.ts']

/** What every route for signed-in people has. */
export const INTERIOR = [...IDENTITY, 'composition/start-interior.ts', 'ui/app/main-layout.tsx']
