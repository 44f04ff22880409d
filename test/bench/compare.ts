import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { type MoveRequest, move } from '../../src/engine/move/move.ts'
import { verify } from '../../src/engine/move/verify/verify.ts'
import { makeDialler } from '../../src/engine/net/dialler.ts'
import { type BenchOptions, run, wholeTable, withTwoPostgres } from './two-postgres.ts'

/** The time of a run, and of comparisons of both sides after it: equal tables, and one altered cell, which must be found. */
export async function benchCompare({ rows }: Pick<BenchOptions, 'rows'>): Promise<void> {
  await withTwoPostgres({ rows, hasKey: true }, async (servers) => {
    const { source, destination, entity, target } = wholeTable(servers, rows)
    const request: MoveRequest = {
      source: { connector: postgresConnector, endpoint: source },
      destination: { connector: postgresConnector, endpoint: destination },
      streams: [{ entity, target, mode: 'replace' }],
      fence: { flowId: 'bench', runId: 'bench', epoch: 1n },
      context: {
        signal: new AbortController().signal,
        dialler: makeDialler({ allowPrivate: true }),
        vendors: { addresses: {} },
      },
      onEvent: () => {},
    }
    const timed = async (what: string, work: () => ReturnType<typeof verify>, changed: number) => {
      const begun = performance.now()
      const { streams } = await work()
      const seconds = (performance.now() - begun) / 1_000
      const found = streams[0]?.difference?.changed ?? 0
      if (streams[0]?.status !== 'succeeded' || found !== changed) throw new Error(`${what}: found ${found} rows`)
      return { what, rows, seconds: Number(seconds.toFixed(2)), found }
    }
    const lines = [await timed('run', () => move(request), 0)]
    lines.push(await timed('comparison of equal tables', () => verify(request), 0))
    await run(servers.destination, `UPDATE bench SET note = note || '.' WHERE id = ${Math.floor(rows / 2) * 2 - 1}`)
    lines.push(await timed('comparison with one altered cell', () => verify(request), 1))
    console.table(lines)
  })
}
