import type { Endpoint } from '../../src/server/connectors/connector.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { createBenchTable } from './bench-table.ts'
import { type BenchOptions, endpointOf, run } from './pg-pg.ts'
import { measureMove, OURS, race, report } from './race.ts'

/** The same copy in the clear and with TLS on both sides: how much longer a secure one takes. */
export async function benchTls({ rows, rounds, hasKey }: BenchOptions): Promise<void> {
  const options = { durable: true, ssl: 'self-signed', settings: { max_wal_size: '4GB' } } as const
  const [source, destination] = await Promise.all([startPostgres(options), startPostgres(options)])
  const ends = (sslmode: 'disable' | 'require') => ({
    source: withMode(source, sslmode),
    destination: withMode(destination, sslmode),
    entity: 'public.bench',
    target: 'public.bench',
    rows,
  })
  try {
    await run(source, ...createBenchTable(rows, hasKey))
    const contenders = {
      'in the clear': () => measureMove(ends('disable')),
      [OURS]: () => measureMove(ends('require')),
    }
    report(
      'tls',
      rows,
      await race(contenders, rounds, () => run(destination, 'DROP TABLE IF EXISTS bench', 'CHECKPOINT')),
    )
  } finally {
    await Promise.all([source.stop(), destination.stop()])
  }
}

function withMode(server: RunningPostgres, sslmode: string): Endpoint {
  const endpoint = endpointOf(server)
  return { ...endpoint, credentials: { ...endpoint.credentials, sslmode } }
}
