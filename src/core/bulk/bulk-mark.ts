import type { Connection } from '../connections/connection.ts'

const THERE = ''

/** What a flow shows that each of these changes. A deletion only removes it. */
export const FLOW_MARKS = {
  deleteFlows: () => THERE,
} as const

/** The same for connections. */
export const CONNECTION_MARKS = {
  testConnections: ({ lastTest }: Connection) => lastTest?.at ?? '',
  removeConnections: () => THERE,
} as const

/** The same for integrations. */
export const INTEGRATION_MARKS = { removeIntegrations: () => THERE } as const
