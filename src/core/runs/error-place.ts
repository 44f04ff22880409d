import type { Connection } from '../connections/connection.ts'
import { connectionTypeOf } from '../connections/connection-type-of.ts'
import type { RunError } from './run.ts'

/** The place where somebody can fix an error. */
export type ErrorPlace =
  | { readonly kind: 'step'; readonly node: string }
  | { readonly kind: 'streams' }
  /** The SQL before and after the rows. */
  | { readonly kind: 'sql' }
  | { readonly kind: 'budget' | 'organization-budget' }
  /** What comes of the structure. */
  | { readonly kind: 'structure' }
  /** `field` is a field of its form, or of its credentials. */
  | {
      readonly kind: 'connection'
      readonly connection: Connection
      readonly dialog: 'edit' | 'test'
      readonly field?: string
    }
  | {
      readonly kind: 'integration'
      readonly integrationId: string
      readonly dialog: 'edit' | 'reconnect'
      readonly field?: string
    }

const OF_SQL = ['SQL_BEFORE_FAILED', 'SQL_AFTER_FAILED']

const OF_BUDGET = ['BUDGET_SPENT', 'BUDGET_TOO_SMALL']

function inFlow({ code, budget }: RunError): ErrorPlace {
  if (OF_BUDGET.includes(code)) return { kind: budget?.of === 'organization' ? 'organization-budget' : 'budget' }
  if (code === 'STRUCTURE_FAILED') return { kind: 'structure' }
  return { kind: OF_SQL.includes(code) ? 'sql' : 'streams' }
}

/** The place to fix an error; none when it cannot be fixed in Millrace, or when the connection no longer exists. */
export function errorPlace(error: RunError, connections: readonly Connection[]): ErrorPlace | undefined {
  const { code, fix, node, field, connectionId } = error
  if (node !== undefined) return { kind: 'step', node }
  if (fix === 'stream' || fix === 'step') return inFlow(error)
  const connection = connections.find(({ id }) => id === connectionId)
  if (!connection) return undefined
  if (fix === 'permission' || fix === 'system') return { kind: 'connection', connection, dialog: 'test' }
  if (fix !== 'credentials' && fix !== 'connection') return undefined
  const named = field === undefined ? {} : { field }
  const { merged, fields } = connectionTypeOf(connection.type)
  const { integrationId } = connection
  const isOwn = merged || fix === 'connection' || fields.some(({ name }) => name === field)
  if (isOwn || integrationId === undefined) return { kind: 'connection', connection, dialog: 'edit', ...named }
  return { kind: 'integration', integrationId, dialog: code === 'REAUTH_REQUIRED' ? 'reconnect' : 'edit', ...named }
}
