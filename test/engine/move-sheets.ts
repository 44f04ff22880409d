import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { makeGoogleSheetsConnector } from '../../src/engine/connectors/google-sheets/google-sheets-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import type { MoveResult } from '../../src/engine/move/run/move-request.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Connector, ConnectorContext, Endpoint } from '../../src/engine/ports/connector.ts'
import { type GoogleSheetsStandIn, REFRESH_TOKEN, startGoogleSheets } from '../../src/stand-ins/google-sheets.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import { type ManualClock, makeManualClock } from '../support/manual-clock.ts'
import { type Attempt, contextWith, nextFence } from './move-between.ts'
import { NOWHERE, type RowsOf, rowDestination, rowSource } from './row-ends.ts'

export interface Sheets {
  readonly google: GoogleSheetsStandIn
  readonly clock: ManualClock
  readonly connector: Connector
  readonly endpoint: Endpoint
  context(signal?: AbortSignal): ConnectorContext
}

/** A spreadsheet of its own, and a connector whose pauses take no time. */
export async function freshSheets(): Promise<Sheets> {
  const clock = makeManualClock()
  const google = await startGoogleSheets(clock.now)
  const addresses = { googleOauth: google.address, googleSheets: google.address }
  return {
    google,
    clock,
    connector: makeGoogleSheetsConnector(clock),
    endpoint: {
      integration: 'google_oauth',
      credentials: { name: 'Ada', refresh_token: REFRESH_TOKEN, email: 'ada@gmail.test' },
      config: { spreadsheet_id: google.spreadsheetId },
    },
    context: (signal) => ({
      ...contextWith(signal),
      vendors: { addresses, google: { clientId: 'client', clientSecret: 'secret' } },
    }),
  }
}

export interface Moved extends MoveResult {
  readonly log: readonly string[]
}

const moved = async (work: (onEvent: (event: MoveEvent) => void) => Promise<MoveResult>): Promise<Moved> => {
  const log: string[] = []
  const result = await work((event) => {
    if (event.kind === 'log') log.push(inEnglish(event.message))
  })
  return { ...result, log }
}

/** As many rows of a number and a name. */
export const numbers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => [String(from + n), `row ${from + n}`])

/** Rows of a number and a name, for the tab "Out". */
export const entity = (rows: RowsOf['rows']): Readonly<Record<string, RowsOf>> => ({
  'sheets.Out': { columns: { id: { kind: 'integer', bits: 64 }, name: { kind: 'text' } }, rows },
})

/** The tabs that a run made for itself. */
export const staging = ({ google }: Sheets) => google.titles.filter((title) => title.startsWith('_millrace_'))

export const isCommit = ({ body }: { body: Buffer }) => body.includes('eveloperMetadata')

/** Moves rows in memory into the spreadsheet. */
export const moveIntoSheets = (
  { connector, endpoint, context }: Sheets,
  entities: Readonly<Record<string, RowsOf>>,
  stream: Partial<StreamRequest> = {},
  { between, ...attempt }: Attempt & { readonly between?: (row: number) => void } = {},
): Promise<Moved> =>
  moved((onEvent) =>
    move({
      stepProcesses: keptStepProcesses,
      source: { connector: rowSource(entities, between), endpoint: NOWHERE },
      destination: { connector, endpoint },
      streams: Object.keys(entities).map((entity) => ({ entity, target: entity, mode: 'replace', ...stream })),
      fence: nextFence(),
      context: context(),
      onEvent,
      ...attempt,
    }),
  )

/** Moves tabs out of the spreadsheet into memory. */
export async function moveOutOfSheets(
  { connector, endpoint, context }: Sheets,
  entities: readonly string[],
  attempt: Attempt = {},
) {
  const destination = rowDestination()
  const result = await moved((onEvent) =>
    move({
      stepProcesses: keptStepProcesses,
      source: { connector, endpoint },
      destination: { connector: destination, endpoint: NOWHERE },
      streams: entities.map((entity) => ({ entity, target: entity, mode: 'replace' })),
      fence: nextFence(),
      context: context(),
      onEvent,
      ...attempt,
    }),
  )
  return { ...result, received: destination.received }
}
