import type { Connection } from '../connections/connection.ts'
import type { Flow } from '../flows/flow.ts'

const THERE = ''

const switched = ({ enabled }: Flow): string => (enabled ? 'on' : 'off')

/** What a flow shows that each of these changes. A deletion only removes it. */
export const FLOW_MARKS = {
  runFlows: ({ lastRun }: Flow) => lastRun?.id ?? '',
  enableFlows: switched,
  disableFlows: switched,
  deleteFlows: () => THERE,
} as const

/** The same for connections. */
export const CONNECTION_MARKS = {
  testConnections: ({ lastTest }: Connection) => lastTest?.at ?? '',
  removeConnections: () => THERE,
} as const

/** The same for integrations. */
export const INTEGRATION_MARKS = { removeIntegrations: () => THERE } as const
