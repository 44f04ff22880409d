import { createHash, randomUUID } from 'node:crypto'

import type { Command, CommandInput } from '../../cli/command.ts'
import { CommandFailure, UsageFailure } from '../../cli/command-failure.ts'
import type { RunMode } from '../../core/catalog/connections/connection-types.ts'
import { defined } from '../../core/catalog/defined.ts'
import { CONNECTORS } from '../../engine/connectors/registry.ts'
import { move as moveRows } from '../../engine/move/move.ts'
import type { StreamProgress } from '../../engine/move/run/stream-progress.ts'
import type { StreamRequest } from '../../engine/move/run/stream-request.ts'
import { makeDialler } from '../../engine/net/dialler.ts'
import { ConnectorError } from '../../engine/ports/connector.ts'
import { type DatabaseEnd, databaseAt } from './endpoint-of-url.ts'
import { type MoveReport, problemText, reportOn } from './move-report.ts'

const MODES: readonly RunMode[] = ['replace', 'append', 'upsert']

export const move: Command = {
  description: [
    'Moves tables from one database to another, once, in this process: without a server, an account or a file.',
    'Without --table, every table of the source. Readers of the destination see the old rows until all new ones are there; both sides count them.',
    'A move that was interrupted may be repeated: replace and upsert start anew, and nothing of the first is left.',
    'With append each table is there with all its rows or none: leave those out that have succeeded, or their rows are there twice.',
    'Passwords can be in the addresses, or in MILLRACE_SOURCE_PASSWORD and MILLRACE_DESTINATION_PASSWORD, where no list of processes shows them.',
    'Exit codes: 0 everything has arrived, 10 nothing, 11 some tables, 2 called wrongly, 130 ended by Ctrl-C, 143 by SIGTERM.',
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
    json: {
      type: 'boolean',
      description: 'print the result as JSON, one line for each table, and one for the structure',
    },
  },
  run: async (input) => {
    const [from = '', to = ''] = input.arguments
    const source = databaseAt(from, process.env['MILLRACE_SOURCE_PASSWORD'])
    const destination = databaseAt(to, process.env['MILLRACE_DESTINATION_PASSWORD'])
    const streams = streamsOf(input)
    const stop = new AbortController()
    const report = reportOn(process.stderr)
    let endedBy: keyof typeof ENDED | undefined
    const end = (signal: NodeJS.Signals) => {
      endedBy = signal === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'
      stop.abort()
    }
    for (const signal of Object.keys(ENDED)) process.once(signal, end)
    try {
      const results = await perform(input, { source, destination, streams, report, signal: stop.signal })
      for (const line of report.lines(results, input.flag('json'))) input.print(line)
      if (streams[0]?.mode === 'append' && !input.flag('dry-run')) report.warnOfRepetition(results)
      const code = exitCodeOf(results)
      // The signal may have come after the last table.
      return endedBy && code !== 0 ? ENDED[endedBy] : code
    } catch (error) {
      if (endedBy) return ENDED[endedBy]
      if (!(error instanceof ConnectorError)) throw error
      throw new CommandFailure(problemText(error.problem))
    } finally {
      for (const signal of Object.keys(ENDED)) process.off(signal, end)
    }
  },
}

/** The exit codes of what a signal has ended, by convention. */
const ENDED = { SIGINT: 130, SIGTERM: 143 } as const

/** @throws UsageFailure */
function streamsOf({ list, text }: CommandInput): readonly StreamRequest[] {
  const typed = text('mode') ?? 'replace'
  const mode = MODES.find((known) => known === typed)
  if (!mode) throw new UsageFailure(`There is no mode "${typed}". There are ${MODES.join(', ')}.`)
  const tables = list('table')
  if (tables.length === 0 && (mode !== 'replace' || text('key') !== undefined))
    throw new UsageFailure(`Name the tables with --table: without it, every table is replaced.`)
  const key = text('key')
    ?.split(',')
    .map((column) => column.trim())
  return tables.map((entity) => defined({ entity, mode, key }))
}

interface Move {
  readonly source: DatabaseEnd
  readonly destination: DatabaseEnd
  readonly streams: readonly StreamRequest[]
  readonly report: MoveReport
  readonly signal: AbortSignal
}

async function perform({ flag }: CommandInput, { source, destination, streams, report, signal }: Move) {
  // Two moves between the same databases are attempts of one, so that the later one shuts the earlier one out.
  const flowId = `move-${createHash('sha256').update(`${source.name} ${destination.name}`).digest('hex').slice(0, 24)}`
  const result = await moveRows(
    defined({
      source: { connector: CONNECTORS[source.type], endpoint: source.endpoint },
      destination: { connector: CONNECTORS[destination.type], endpoint: destination.endpoint },
      streams: await named(source, streams, signal),
      dry: flag('dry-run') || undefined,
      copiesStructure: flag('structure') || undefined,
      fence: { flowId, runId: randomUUID(), epoch: BigInt(Date.now()) },
      context: contextWith(signal),
      onEvent: report.onEvent,
    }),
  )
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

function exitCodeOf(streams: readonly StreamProgress[]): number {
  const arrived = streams.filter(({ status }) => status === 'succeeded').length
  if (arrived === streams.length) return 0
  return arrived === 0 ? 10 : 11
}
