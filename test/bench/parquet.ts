import { startGoogleCloud } from '../../src/stand-ins/google-cloud.ts'
import { startPostgres } from '../support/postgres/start-postgres.ts'
import { createBenchTable } from './bench-table.ts'
import { measureShell } from './measure.ts'
import { psql } from './psql.ts'
import { measureMove, OURS, race, report } from './race.ts'
import { type BenchOptions, endpointOf, run } from './two-postgres.ts'

/** Postgres to Parquet in the staging bucket and one load job, beside a COPY of psql that is thrown away. */
export async function benchParquet({ rows, rounds, hasKey }: BenchOptions): Promise<void> {
  const [source, cloud] = await Promise.all([startPostgres({ durable: true }), startGoogleCloud()])
  cloud.settings.keepsRows = false
  const { address, projectId, datasetId, bucket, serviceAccountKey } = cloud
  try {
    await run(source, ...createBenchTable(rows, hasKey))
    const contenders = {
      'psql copy to nowhere': () =>
        measureShell(`${psql(source)} -c "COPY bench TO STDOUT" > /dev/null`, { PGPASSWORD: source.password }),
      [OURS]: () =>
        measureMove({
          source: endpointOf(source),
          destination: {
            integration: 'gcp',
            credentials: { service_account_key: serviceAccountKey },
            config: { project_id: projectId, dataset_id: datasetId, gcs_staging_bucket: bucket },
          },
          entity: 'public.bench',
          target: 'bench',
          rows,
          addresses: { googleOauth: address, googleStorage: address, bigquery: address },
        }),
    }
    report('parquet', rows, await race(contenders, rounds, async () => cloud.tables.clear()))
  } finally {
    await Promise.all([source.stop(), cloud.stop()])
  }
}
