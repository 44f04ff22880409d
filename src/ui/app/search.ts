import { DASHBOARD_PERIODS } from '../../core/dashboard/dashboard.ts'

/** What the URL says, read with suspicion: anything else than a text is left out. */
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((candidate) => candidate === value)

type Given<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** Leaves out what is not there, so that the address stays short. */
const given = <T extends Record<string, unknown>>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>

const DIALOGS = ['add', 'edit', 'test', 'discover', 'cancel', 'delete'] as const

export type DialogName = (typeof DIALOGS)[number]

type Search = Readonly<Record<string, unknown>>

/** Of every list: what is searched, how it is filtered, and which dialog is open over which row. */
export const listSearch = (search: Search) =>
  given({
    q: text(search['q']),
    state: text(search['state']),
    dialog: oneOf(DIALOGS, search['dialog']),
    id: text(search['id']),
    kind: text(search['kind']),
  })

export const signInSearch = (search: Search) =>
  given({
    redirect: text(search['redirect']),
    reset: search['reset'] === true ? true : undefined,
    ended: search['ended'] === true ? true : undefined,
  })

const EDITOR_TABS = ['setup', 'outline', 'runs'] as const

export type EditorTab = (typeof EDITOR_TABS)[number]

export const editorSearch = (search: Search) =>
  given({
    tab: oneOf(EDITOR_TABS, search['tab']),
    run: text(search['run']),
    dialog: oneOf(DIALOGS, search['dialog']),
  })

export const dashboardSearch = (search: Search) => given({ period: oneOf(DASHBOARD_PERIODS, search['period']) })

const SETTINGS_SECTIONS = ['general', 'members', 'invitations', 'audit'] as const

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]

/** Of the settings: the part that is shown, the dialog over it, and how the audit log is filtered. */
export const settingsSearch = (search: Search) =>
  given({
    section: oneOf(SETTINGS_SECTIONS, search['section']),
    dialog: oneOf(DIALOGS, search['dialog']),
    id: text(search['id']),
    action: text(search['action']),
    person: text(search['person']),
    checkout: oneOf(CHECKOUT_OUTCOMES, search['checkout']),
  })

const CHECKOUT_OUTCOMES = ['success', 'cancelled'] as const

/** How somebody comes back from the pages to pay on. */
export const billingSearch = (search: Search) => given({ checkout: oneOf(CHECKOUT_OUTCOMES, search['checkout']) })

const GOOGLE_OUTCOMES = ['connected', 'cancelled', 'expired', 'refused', 'scope-missing', 'unreachable'] as const

export type GoogleOutcome = (typeof GOOGLE_OUTCOMES)[number]

/** Google's consent ends on the list of integrations, with what became of it. */
export const integrationSearch = (search: Search) => ({
  ...listSearch(search),
  ...given({ google: oneOf(GOOGLE_OUTCOMES, search['google']) }),
})

export const profileSearch = (search: Search) => given({ dialog: oneOf(DIALOGS, search['dialog']) })

export const invitationSearch = (search: Search) => given({ token: text(search['token']) })
