import { createHash, randomUUID } from 'node:crypto'

import type { Command, CommandInput } from '../../cli/command.ts'
import { CommandFailure } from '../../cli/command-failure.ts'
import { countText, differenceText } from '../../cli/row-counts.ts'
import type { WriteMode } from '../../core/catalog/connections/connection-types.ts'
import { inEnglish } from '../../core/catalog/sentence.ts'
import { CONNECTORS } from '../../engine/connectors/registry.ts'
import { type MoveEvent, move as moveRows, type StreamProgress, type StreamRequest } from '../../engine/move/move.ts'
import { makeDialler } from '../../engine/net/dialler.ts'
import { ConnectorError } from '../../engine/ports/connector.ts'
import { type DatabaseEnd, databaseAt } from './endpoint-of-url.ts'

const MODES: readonly WriteMode[] = ['replace', 'append', 'upsert']

export const move: Command = {
  description: [
    'Moves tables from one database to another, once, in this process: without a server, an account or a file.',
    'Without --table, every table of the source. Readers of the destination see the old rows until all new ones are there; both sides count them.',
    'A move that was interrupted may be repeated: it starts anew, and nothing of the first is left.',
    'Passwords can be in the addresses, or in MILLRACE_SOURCE_PASSWORD and MILLRACE_DESTINATION_PASSWORD, where no list of processes shows them.',
    'Exit codes: 0 everything has arrived, 10 nothing, 11 some tables.',
  ],
  arguments: ['SOURCE', 'DESTINATION'],
  options: {
    table: { type: 'string', multiple: true, value: 'NAME', description: 'a table of the source; may be repeated' },
    mode: { type: 'string', value: 'MODE', description: 'replace (the default), append or upsert' },
    key: {
      type: 'string',
      value: 'COLUMNS',
      description: 'for upsert, separated by commas; without it the key of the table',
    },
    structure: {
      type: 'boolean',
      description: 'also indexes, constraints, defaults and views, of tables that are created',
    },
    'dry-run': { type: 'boolean', description: 'say what would change; nothing is written' },
    json: { type: 'boolean', description: 'print the result as JSON, one line for each table' },
  },
  run: async (input) => {
    const [from = '', to = ''] = input.arguments
    const source = databaseAt(from, process.env['MILLRACE_SOURCE_PASSWORD'])
    const destination = databaseAt(to, process.env['MILLRACE_DESTINATION_PASSWORD'])
    const streams = streamsOf(input)
    const stop = new AbortController()
    const abort = () => stop.abort()
    process.once('SIGINT', abort)
    try {
      const results = await perform(input, { source, destination, streams, signal: stop.signal })
      for (const stream of results) input.print(input.flag('json') ? jsonOf(stream) : lineOf(stream))
      return exitCodeOf(results)
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error
      const { message, hint } = error.problem
      throw new CommandFailure([message, ...(hint ? [hint] : [])].map(inEnglish).join(' '))
    } finally {
      process.off('SIGINT', abort)
    }
  },
}

/** @throws CommandFailure */
function streamsOf({ list, text }: CommandInput): readonly StreamRequest[] {
  const typed = text('mode') ?? 'replace'
  const mode = MODES.find((known) => known === typed)
  if (!mode) throw new CommandFailure(`There is no mode "${typed}". There are ${MODES.join(', ')}.`)
  const tables = list('table')
  if (tables.length === 0 && (mode !== 'replace' || text('key') !== undefined))
    throw new CommandFailure(`Name the tables with --table: without it, every table is replaced.`)
  const key = text('key')
    ?.split(',')
    .map((column) => column.trim())
  return tables.map((entity) => ({ entity, mode, ...(key && { key }) }))
}

interface Move {
  readonly source: DatabaseEnd
  readonly destination: DatabaseEnd
  readonly streams: readonly StreamRequest[]
  readonly signal: AbortSignal
}

async function perform({ flag }: CommandInput, { source, destination, streams, signal }: Move) {
  const show = progressOn(process.stderr)
  // Two moves between the same databases are attempts of one, so that the later one shuts the earlier one out.
  const flowId = `move-${createHash('sha256').update(`${source.name} ${destination.name}`).digest('hex').slice(0, 24)}`
  const result = await moveRows({
    source: { connector: CONNECTORS[source.type], endpoint: source.endpoint },
    destination: { connector: CONNECTORS[destination.type], endpoint: destination.endpoint },
    streams: await named(source, streams, signal),
    ...(flag('dry-run') && { dry: true }),
    ...(flag('structure') && { bringsStructure: true }),
    fence: { flowId, runId: randomUUID(), epoch: BigInt(Date.now()) },
    context: contextWith(signal),
    onEvent: show,
  })
  return result.streams
}

const contextWith = (signal: AbortSignal) => ({
  signal,
  dialler: makeDialler({ allowPrivate: true }),
  vendors: { addresses: {} },
})

/** A table may be named without its schema or database, if only one has it. @throws CommandFailure, ConnectorError */
async function named(source: DatabaseEnd, streams: readonly StreamRequest[], signal: AbortSignal) {
  if (streams.every(({ entity }) => entity.includes('.'))) return streams
  const entities = await CONNECTORS[source.type].discover(source.endpoint, contextWith(signal))
  return streams.map((stream) => {
    const found = entities.filter(({ name }) => name === stream.entity || name.endsWith(`.${stream.entity}`))
    const [only, other] = found
    if (!only) throw new CommandFailure(`${source.name} has no table "${stream.entity}".`)
    if (other)
      throw new CommandFailure(
        `Several tables are called "${stream.entity}": ${found.map(({ name }) => name).join(', ')}.`,
      )
    return { ...stream, entity: only.name }
  })
}

/** One line that is overwritten, at a terminal; warnings anywhere. */
function progressOn(output: NodeJS.WriteStream): (event: MoveEvent) => void {
  const streams = new Map<string, StreamProgress>()
  const clear = output.isTTY ? '\r\u001B[2K' : ''
  return (event) => {
    if (event.kind === 'log' && event.level !== 'info') output.write(`${clear}${inEnglish(event.message)}\n`)
    if (event.kind !== 'progress' || !output.isTTY) return
    streams.set(event.stream.entity, event.stream)
    const rows = [...streams.values()].reduce((sum, { rowsRead }) => sum + rowsRead, 0)
    output.write(`${clear}${event.stream.entity}: ${countText(rows)} rows read`)
  }
}

function lineOf({ entity, target, status, rowsWritten, check, difference, error }: StreamProgress): string {
  const proof = check ? `, ${check.state === 'verified' ? 'keys and count verified' : 'counted'} there` : ''
  const rows = difference ? differenceText(difference) : `${countText(rowsWritten)} rows${proof}`
  return `${entity} → ${target}: ${status}, ${error ? inEnglish(error.message) : rows}`
}

const jsonOf = ({ notes: _, error, ...stream }: StreamProgress): string =>
  JSON.stringify({ ...stream, ...(error && { error: { code: error.code, message: inEnglish(error.message) } }) })

function exitCodeOf(streams: readonly StreamProgress[]): number {
  const arrived = streams.filter(({ status }) => status === 'succeeded').length
  if (arrived === streams.length) return 0
  return arrived === 0 ? 10 : 11
}
