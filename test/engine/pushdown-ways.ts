import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { MoveRequest } from '../../src/engine/move/run/move-request.ts'
import type { StreamProgress } from '../../src/engine/move/run/stream-progress.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Connector } from '../../src/engine/ports/connector.ts'
import type { Source } from '../../src/engine/ports/source.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import type { MysqlDatabase } from '../support/mariadb/run-mysql.ts'
import { contextWith, type Database, endpointOf, nextFence, run } from './move-between.ts'
import { mysqlEndpoint } from './move-mysql.ts'

/** A connector with a source that does no steps itself, and is read in one piece. */
const withoutPushdown = (connector: Connector): Connector => ({
  ...connector,
  openSource: async (endpoint, context) => {
    const source = await connector.openSource?.(endpoint, context)
    if (!source) throw new Error(`${connector.type} is a source`)
    return {
      system: source.system ?? 'postgres',
      identity: source.identity,
      entities: (only) => source.entities(only),
      formats: (...asked) => source.formats(...asked),
      ...(source.cursorBounds && { cursorBounds: source.cursorBounds.bind(source) }),
      read: (request, sink, signal) => source.read(request, sink, signal),
      close: () => source.close(),
    } satisfies Source
  },
})

interface BothWays extends Partial<Pick<MoveRequest, 'rejects' | 'stateOf'>> {
  readonly source: Database | MysqlDatabase
  /** Absent: Postgres. */
  readonly connector?: Connector
  readonly destination: Database
  readonly tables: readonly string[]
  readonly steps: readonly Step[]
  readonly stream?: Partial<StreamRequest>
  readonly salt?: string
}

/** What a person sees of a stream. */
const outcome = ({ status, error, rowsRead, rowsFiltered, rowsRejected, rowsWritten, window }: StreamProgress) => ({
  status,
  error,
  ...(status === 'succeeded' && { rowsRead, rowsFiltered, rowsRejected, rowsWritten, window }),
})

/**
 * Moves tables through the source's own SELECT into the schema `pushed`, and through the engine into `through`. The sentences say which steps the
 * source did.
 */
export async function moveBothWays(ways: BothWays) {
  const { source, connector = postgresConnector, destination, tables, steps, stream, salt = 'pepper', ...kept } = ways
  const isMysql = connector !== postgresConnector
  const endpoint = isMysql ? mysqlEndpoint(source as MysqlDatabase) : endpointOf(source as Database)
  const schemaOf = isMysql ? (source as MysqlDatabase).database : 'public'
  const pushed: string[] = []
  const sentences: string[] = []
  const way = async (schema: 'pushed' | 'through') => {
    const { streams } = await move({
      stepProcesses: keptStepProcesses,
      source: { connector: schema === 'pushed' ? connector : withoutPushdown(connector), endpoint },
      destination: { connector: postgresConnector, endpoint: endpointOf(destination) },
      streams: tables.map((name) => ({
        entity: `${schemaOf}.${name}`,
        target: `${schema}.${name}`,
        mode: 'replace',
        ...stream,
      })),
      transformations: { steps, salt },
      fence: nextFence(),
      context: contextWith(),
      onEvent: (event) => {
        if (event.kind === 'log' && event.entity && inEnglish(event.message).includes('in its own SELECT')) {
          if (schema === 'through') throw new Error('this way has no pushdown')
          pushed.push(event.entity.replace(`${schemaOf}.`, ''))
          sentences.push(inEnglish(event.message))
        }
      },
      ...kept,
    })
    return streams.map(outcome)
  }
  const results = { pushed: await way('pushed'), through: await way('through') }
  return { pushed, sentences, results }
}

/** Tables that are not the same row by row and byte by byte. */
export async function whatDiffers(destination: Database, tables: readonly string[]): Promise<readonly string[]> {
  const differing: string[] = []
  for (const table of tables) {
    const rows = (schema: string) => `SELECT t::text FROM ${schema}."${table}" t`
    const sides = [`${rows('pushed')} EXCEPT ALL ${rows('through')}`, `${rows('through')} EXCEPT ALL ${rows('pushed')}`]
    const exists = `SELECT to_regclass('pushed."${table}"') IS NULL AND to_regclass('through."${table}"') IS NULL AS gone`
    const [found] = await run(destination, exists)
    if (found?.['gone'] === 't') continue
    const [difference] = await run(
      destination,
      `SELECT count(*) FROM (${sides.map((side) => `(${side})`).join(' UNION ALL ')}) d`,
    )
    if (difference?.['count'] !== '0') differing.push(table)
  }
  return differing
}
