import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { makeBigqueryConnector } from '../../src/engine/connectors/bigquery/bigquery-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { MoveRequest } from '../../src/engine/move/run/move-request.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import type { Fence } from '../../src/engine/ports/target-request.ts'
import { type GoogleCloudStandIn, startGoogleCloud } from '../../src/stand-ins/google-cloud.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import { type PostgresOptions, type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { contextWith, type Database, endpointOf, freshDatabase, nextFence, run } from './move-between.ts'

/** Nobody waits between tries. */
const clock = { now: Date.now, random: () => 0, sleep: async () => {} }
export const connector = makeBigqueryConnector(clock)

export let cloud: GoogleCloudStandIn
export let source: Database

/** Starts a server once and, before each test, a stand-in for Google Cloud and a table `t` of three rows. */
export function withBigquery(options: PostgresOptions = {}): void {
  let server: RunningPostgres
  beforeAll(async () => {
    server = await startPostgres(options)
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    cloud = await startGoogleCloud()
    source = await freshDatabase(server)
    await run(
      source,
      'CREATE TABLE t (id int PRIMARY KEY, v text)',
      `INSERT INTO t SELECT n, 'v' || n FROM generate_series(1, 3) n`,
    )
  })
  afterEach(() => cloud.stop())
}

export const endpoint = (over: { credentials?: object; config?: object } = {}): Endpoint => ({
  integration: 'gcp',
  credentials: { service_account_key: cloud.serviceAccountKey, ...over.credentials },
  config: {
    project_id: cloud.projectId,
    dataset_id: cloud.datasetId,
    gcs_staging_bucket: cloud.bucket,
    ...over.config,
  },
})

export const context = () => ({
  ...contextWith(),
  vendors: { addresses: { googleOauth: cloud.address, googleStorage: cloud.address, bigquery: cloud.address } },
})

/** Moves `t` into BigQuery, with these differences from a plain run. */
export const moveInto = (
  stream: Partial<StreamRequest> = {},
  { fence = nextFence(), signal, ...over }: Partial<MoveRequest> & { readonly signal?: AbortSignal } = {},
) =>
  move({
    stepProcesses: keptStepProcesses,
    source: { connector: postgresConnector, endpoint: endpointOf(source) },
    destination: { connector, endpoint: endpoint() },
    streams: [{ entity: 'public.t', target: 't', mode: 'replace', ...stream }],
    fence,
    context: { ...context(), ...(signal && { signal }) },
    onEvent: () => {},
    ...over,
  })

export const load = (stream: Partial<StreamRequest> = {}, fence: Fence = nextFence(), signal?: AbortSignal) =>
  moveInto(stream, { fence, ...(signal && { signal }) })

export const rows = (table = 't') => cloud.tables.get(table)?.rows
