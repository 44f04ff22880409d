import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { measureMove, OURS, race, report } from './race.ts'
import { type BenchOptions, run, wholeTable, withTwoPostgres } from './two-postgres.ts'

/** The same copy in the clear and with TLS on both sides: how much longer a secure one takes. */
export const benchTls = ({ rows, rounds, hasKey }: BenchOptions): Promise<void> =>
  withTwoPostgres(
    { rows, hasKey },
    async (servers) => {
      const move = wholeTable(servers, rows)
      const withMode = (sslmode: 'disable' | 'require') => () =>
        measureMove({ ...move, source: inMode(move.source, sslmode), destination: inMode(move.destination, sslmode) })
      const contenders = { 'in the clear': withMode('disable'), [OURS]: withMode('require') }
      const before = () => run(servers.destination, 'DROP TABLE IF EXISTS bench', 'CHECKPOINT')
      const processes = { source: servers.source.processId, destination: servers.destination.processId }
      report('tls', rows, await race(contenders, rounds, before, processes))
    },
    { ssl: 'self-signed' },
  )

const inMode = (endpoint: Endpoint, sslmode: string): Endpoint => ({
  ...endpoint,
  credentials: { ...endpoint.credentials, sslmode },
})
