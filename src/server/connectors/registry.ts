import type { ConnectionType } from '../../core/catalog/connection-types.ts'
import { awsCostExplorerConnector } from './aws-cost-explorer/aws-cost-explorer-connector.ts'
import { bigqueryConnector } from './bigquery/bigquery-connector.ts'
import type { Connector } from './connector.ts'
import { emailConnector } from './email/email-connector.ts'
import { googleSheetsConnector } from './google-sheets/google-sheets-connector.ts'
import { metronomeConnector } from './metronome/metronome-connector.ts'
import { mysqlConnector } from './mysql/mysql-connector.ts'
import { postgresConnector } from './postgres/postgres-connector.ts'

/** Every system Millrace can talk to. */
export const CONNECTORS: Readonly<Record<ConnectionType, Connector>> = {
  mysql: mysqlConnector,
  postgres: postgresConnector,
  google_sheets: googleSheetsConnector,
  email: emailConnector,
  aws_cost_explorer_api: awsCostExplorerConnector,
  metronome: metronomeConnector,
  bigquery: bigqueryConnector,
}
