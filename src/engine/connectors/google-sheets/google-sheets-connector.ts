import type { Connector, ConnectorContext, Endpoint } from '../../ports/connector.ts'
import { type Clock, systemClock } from '../vendor-api/clock.ts'
import { makeGoogleAccesses } from './access/google-access.ts'
import { makeSheetsClient } from './access/sheets-client.ts'
import { spreadsheetSettings } from './access/spreadsheet-settings.ts'
import { discoverTabs } from './discover-tabs.ts'
import { GoogleSheetsDestination } from './google-sheets-destination.ts'
import { GoogleSheetsSource } from './google-sheets-source.ts'
import { makeTestGoogleSheets } from './test-google-sheets.ts'

/** @param clock for tests */
export function makeGoogleSheetsConnector(clock: Clock): Connector {
  const accessOf = makeGoogleAccesses(clock)

  const clientsOf = (endpoint: Endpoint, context: ConnectorContext) => {
    const settings = spreadsheetSettings(endpoint, context)
    const access = accessOf(settings)
    return (signal: AbortSignal) => makeSheetsClient({ settings, access, signal, clock, log: context.log })
  }

  return {
    type: 'google_sheets',
    test: makeTestGoogleSheets({ clock, accessOf }),
    discover: (endpoint, context) => discoverTabs(clientsOf(endpoint, context)(context.signal)),

    openSource: async (endpoint, context) => {
      const client = clientsOf(endpoint, context)(context.signal)
      return new GoogleSheetsSource(client, await client.spreadsheet())
    },

    openDestination: async (endpoint, context) =>
      new GoogleSheetsDestination({ clientWith: clientsOf(endpoint, context), signal: context.signal, clock }),
  }
}

export const googleSheetsConnector = makeGoogleSheetsConnector(systemClock)
