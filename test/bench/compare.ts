import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { MoveRequest } from '../../src/engine/move/run/move-request.ts'
import { verify } from '../../src/engine/move/verify/verify.ts'
import { makeDialler } from '../../src/engine/net/dialler.ts'
import { type BenchOptions, run, wholeTable, withTwoPostgres } from './two-postgres.ts'

/** The time of runs that compare keys or all values, and of comparisons of both sides after it: equal tables, and one altered cell, which must be found. */
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
    let epoch = 0n
    const timed = async (what: string, work: () => ReturnType<typeof verify>, changed: number) => {
      const begun = performance.now()
      const { streams } = await work()
      const seconds = (performance.now() - begun) / 1_000
      const found = streams[0]?.difference?.changed ?? 0
      if (streams[0]?.status !== 'succeeded' || found !== changed) throw new Error(`${what}: found ${found} rows`)
      return { what, rows, seconds: Number(seconds.toFixed(2)), found }
    }
    const again = (verify: 'keys' | 'values') => {
      epoch++
      const streams = [{ entity, target, mode: 'replace' as const, verify }]
      return move({ ...request, streams, fence: { flowId: 'bench', runId: `bench ${epoch}`, epoch } })
    }
    const lines = [await timed('first run', () => again('keys'), 0)]
    for (let round = 0; round < 2; round++) {
      lines.push(await timed('run that compares keys', () => again('keys'), 0))
      lines.push(await timed('run that compares all values', () => again('values'), 0))
    }
    lines.push(await timed('comparison of equal tables', () => verify(request), 0))
    await run(servers.destination, `UPDATE bench SET note = note || '.' WHERE id = ${Math.floor(rows / 2) * 2 - 1}`)
    lines.push(await timed('comparison with one altered cell', () => verify(request), 1))
    console.table(lines)
  })
}
