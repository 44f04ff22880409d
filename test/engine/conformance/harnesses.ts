import type { ConnectionType } from '../../../src/core/catalog/connections/connection-types.ts'
import type { Harness } from './harness.ts'
import { awsCostExplorerHarness } from './harnesses/aws-cost-explorer.ts'
import { bigqueryHarness } from './harnesses/bigquery.ts'
import { emailHarness } from './harnesses/email.ts'
import { googleSheetsHarness } from './harnesses/google-sheets.ts'
import { metronomeHarness } from './harnesses/metronome.ts'
import { mysqlHarness } from './harnesses/mysql.ts'
import { postgresHarness } from './harnesses/postgres.ts'

/** A connector without one does not compile. */
export const HARNESSES: Readonly<Record<ConnectionType, () => Promise<Harness>>> = {
  postgres: postgresHarness,
  mysql: mysqlHarness,
  google_sheets: googleSheetsHarness,
  bigquery: bigqueryHarness,
  metronome: metronomeHarness,
  email: emailHarness,
  aws_cost_explorer_api: awsCostExplorerHarness,
}
