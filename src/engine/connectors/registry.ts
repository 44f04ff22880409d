import type { ConnectionType } from '../../core/catalog/connections/connection-types.ts'
import type { Connector } from '../ports/connector.ts'
import { loadedOnUse } from './shared/loaded-on-use.ts'

/** Every system Millrace can talk to. */
export const CONNECTORS: Readonly<Record<ConnectionType, Connector>> = {
  mysql: loadedOnUse('mysql', async () => (await import('./mysql/mysql-connector.ts')).mysqlConnector),
  postgres: loadedOnUse('postgres', async () => (await import('./postgres/postgres-connector.ts')).postgresConnector),
  google_sheets: loadedOnUse(
    'google_sheets',
    async () => (await import('./google-sheets/google-sheets-connector.ts')).googleSheetsConnector,
  ),
  email: loadedOnUse('email', async () => (await import('./email/email-connector.ts')).emailConnector),
  aws_cost_explorer_api: loadedOnUse(
    'aws_cost_explorer_api',
    async () => (await import('./aws-cost-explorer/aws-cost-explorer-connector.ts')).awsCostExplorerConnector,
  ),
  metronome: loadedOnUse(
    'metronome',
    async () => (await import('./metronome/metronome-connector.ts')).metronomeConnector,
  ),
  bigquery: loadedOnUse('bigquery', async () => (await import('./bigquery/bigquery-connector.ts')).bigqueryConnector),
}
