/** The settings of an organization of which the server tells who changed them last. */
export const ORGANIZATION_SETTINGS = [
  'name',
  'publishing',
  'budgets',
  'reject_limits',
  'run_limits',
  'assistants',
] as const

/** The things outside of flows of which it tells the same, each by its id. */
export const CHANGED_THINGS = ['settings', 'integrations', 'alert_channels'] as const

export type ChangedThings = (typeof CHANGED_THINGS)[number]

/** The settings of a flow that hold at once, with the fields of its versions that they are. */
export const FLOW_SETTING_FIELDS = {
  schedule: ['schedule', 'after'],
  freshness: ['freshness'],
  budget: ['budget'],
} as const satisfies Record<string, readonly string[]>

export type FlowSetting = keyof typeof FLOW_SETTING_FIELDS

export const FLOW_SETTINGS = Object.keys(FLOW_SETTING_FIELDS) as readonly FlowSetting[]
