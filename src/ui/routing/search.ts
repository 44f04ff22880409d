import { LOG_ORIGINS } from '../../core/catalog/runs/log-origins.ts'
import { DRY_FILTERS, RUN_STATES, RUN_TRIGGERS } from '../../core/catalog/runs/run-states.ts'
import { DASHBOARD_PERIODS } from '../../core/dashboard/dashboard.ts'

/** A text of the address; the router reads `404` as a number. */
const text = (value: unknown): string | undefined => {
  if (Number.isSafeInteger(value)) return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A number of lines, and the like. */
const count = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined

/** ISO 8601, with its zone. */
const instant = (value: unknown): string | undefined =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined

/** A day of the calendar, for example 2026-01-31. */
const day = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((candidate) => candidate === value)

type Search = Readonly<Record<string, unknown>>

type Given<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** Leaves out what the address does not have; a wrong value has to stay as `undefined`, because the router takes what is left out from the address as it is. */
const given = <T extends Record<string, unknown>>(search: Search, values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in search)) as Given<T>

const DIALOGS = [
  'add',
  'edit',
  'clone',
  'reconnect',
  'test',
  'message',
  'discover',
  'cancel',
  'schedule',
  'freshness',
  'inbound',
  'credentials',
  'sql',
  'cost',
  'structure',
  'workers',
  'tables',
  'versions',
  'publishing',
  'backfill',
  'end-mirror',
  'cut-over',
  'labels',
  'delete',
] as const

export type DialogName = (typeof DIALOGS)[number]

/** How flows are shown besides as a list: which starts after which, and between which connections they move rows. */
export const FLOW_VIEWS = ['order', 'connections'] as const

/** The list of runs was a view of flows: this word stays until `moved-run.ts` has read it. */
export const MOVED_VIEW = 'runs'

/** What flows are narrowed to: the outcome of the last run, whether they are late, and how those that mirror are doing. */
export const FLOW_STATES = [
  'running',
  'late',
  'succeeded',
  'partially_succeeded',
  'failed',
  'cancelled',
  'never',
  'mirroring',
  'waiting',
  'paused',
  'off',
] as const

/** What connections are narrowed to. */
export const TEST_STATES = ['passed', 'failed', 'untested'] as const

const STATES = [...FLOW_STATES, ...TEST_STATES, ...RUN_STATES] as const

/** The columns by which some list can be sorted. */
export const SORTS = [
  'name',
  'route',
  'last-run',
  'integration',
  'last-test',
  'used-by',
  'verified',
  'changed',
  'rows',
  'owner',
  'success',
] as const

export type Sort = (typeof SORTS)[number]

/** Downwards with a `-` before it. */
const ORDERS = SORTS.flatMap((sort) => [sort, `-${sort}`] as const)

/** By what some list can be grouped. */
export const GROUPS = ['state', 'source', 'destination', 'owner', 'tag', 'type', 'flow'] as const

export type GroupName = (typeof GROUPS)[number]

const DENSITIES = ['compact', 'comfortable'] as const

const LOG_LEVELS = ['warning', 'error'] as const

const CHECKOUT_OUTCOMES = ['success', 'cancelled'] as const

/**
 * For every page: the filters of an open run's log, and the linked line; the result of the payment
 * pages.
 */
export const mainSearch = (search: Search) =>
  given(search, {
    log: oneOf(LOG_LEVELS, search['log']),
    find: text(search['find']),
    origin: oneOf(LOG_ORIGINS, search['origin']),
    table: text(search['table']),
    line: count(search['line']),
    checkout: oneOf(CHECKOUT_OUTCOMES, search['checkout']),
  })

export type LogSearch = Omit<ReturnType<typeof mainSearch>, 'checkout'>

const GOOGLE_OUTCOMES = [
  'connected',
  'cancelled',
  'expired',
  'other-browser',
  'not-allowed',
  'other-account',
  'refused',
  'scope-missing',
  'unreachable',
] as const

export type GoogleOutcome = (typeof GOOGLE_OUTCOMES)[number]

/**
 * For every list: search, filters and order, and the open dialog with its row and field.
 * For flows also: those of one connection, tag, owner or batch. `saved` is the saved view from which they come. For runs: by flow, trigger and time.
 * Google's consent ends on the list of integrations, with its outcome.
 */
export const listSearch = (search: Search) =>
  given(search, {
    q: text(search['q']),
    state: oneOf(STATES, search['state']),
    type: text(search['type']),
    sort: oneOf(ORDERS, search['sort']),
    view: oneOf([...FLOW_VIEWS, MOVED_VIEW], search['view']),
    dialog: oneOf(DIALOGS, search['dialog']),
    id: text(search['id']),
    kind: text(search['kind']),
    field: text(search['field']),
    connection: text(search['connection']),
    tag: text(search['tag']),
    owner: text(search['owner']),
    batch: text(search['batch']),
    group: oneOf(GROUPS, search['group']),
    density: oneOf(DENSITIES, search['density']),
    saved: text(search['saved']),
    flow: text(search['flow']),
    trigger: oneOf(RUN_TRIGGERS, search['trigger']),
    dry: oneOf(DRY_FILTERS, search['dry']),
    period: oneOf(DASHBOARD_PERIODS, search['period']),
    from: instant(search['from']),
    to: instant(search['to']),
    google: oneOf(GOOGLE_OUTCOMES, search['google']),
  })

/** The filters of a list, all of them in the address. */
export type ListFilters = Omit<ReturnType<typeof listSearch>, 'dialog' | 'id' | 'kind' | 'field' | 'google'> &
  ReturnType<typeof mainSearch>

export const signInSearch = (search: Search) =>
  given(search, {
    redirect: text(search['redirect']),
    reset: search['reset'] === true ? true : undefined,
    ended: search['ended'] === true ? true : undefined,
  })

/** For the page of a flow: the open dialog. */
export const flowSearch = (search: Search) => given(search, { dialog: oneOf(DIALOGS, search['dialog']) })

const EDITOR_TABS = ['setup', 'outline', 'runs'] as const

export type EditorTab = (typeof EDITOR_TABS)[number]

export const editorSearch = (search: Search) =>
  given(search, {
    tab: oneOf(EDITOR_TABS, search['tab']),
    run: text(search['run']),
    node: text(search['node']),
    dialog: oneOf(DIALOGS, search['dialog']),
  })

const RUN_TABS = ['streams', 'structure', 'attempts', 'rejects', 'compare', 'changes'] as const

export type RunTab = (typeof RUN_TABS)[number]

/** For a run: the visible part, the compared run, and whether the question before a cancel is open. */
export const runSearch = (search: Search) =>
  given(search, {
    tab: oneOf(RUN_TABS, search['tab']),
    with: text(search['with']),
    dialog: oneOf(['cancel'], search['dialog']),
  })

export const dashboardSearch = (search: Search) => given(search, { period: oneOf(DASHBOARD_PERIODS, search['period']) })

const SETTINGS_SECTIONS = ['general', 'members', 'invitations', 'roles', 'keys', 'code', 'alerts', 'audit'] as const

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]

/**
 * For the settings: the visible part, the organization that a link from outside means, the open dialog, the code of a command line that asks for a
 * key, and the filters of the audit log.
 */
export const settingsSearch = (search: Search) =>
  given(search, {
    section: oneOf(SETTINGS_SECTIONS, search['section']),
    organization: text(search['organization']),
    dialog: oneOf(DIALOGS, search['dialog']),
    id: text(search['id']),
    code: text(search['code']),
    action: text(search['action']),
    person: text(search['person']),
    from: day(search['from']),
    to: day(search['to']),
  })

export const profileSearch = (search: Search) => given(search, { dialog: oneOf(DIALOGS, search['dialog']) })

export const invitationSearch = (search: Search) => given(search, { token: text(search['token']) })
