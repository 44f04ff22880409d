import { randomInt } from 'node:crypto'

import { sentence } from '../../../core/catalog/sentence.ts'
import type { Connector } from '../../ports/connector.ts'
import type { Clock } from '../vendor-api/clock.ts'
import { tryStages } from '../vendor-api/try-stages.ts'
import type { makeGoogleAccesses } from './access/google-access.ts'
import { makeSheetsClient } from './access/sheets-client.ts'
import { spreadsheetSettings } from './access/spreadsheet-settings.ts'
import { dataTabs, INTERNAL_PREFIX } from './tabs/tab-name.ts'

type Deps = { readonly clock: Clock; readonly accessOf: ReturnType<typeof makeGoogleAccesses> }

const READING = ['sign-in', 'read'] as const
const WRITING = [...READING, 'write'] as const

/** Signs in, reads the spreadsheet, and, for a destination, creates and deletes a hidden tab in the same batch. */
export const makeTestGoogleSheets =
  ({ clock, accessOf }: Deps): Connector['test'] =>
  (endpoint, capability, context) =>
    tryStages(capability === 'source' ? READING : WRITING, 'Google', context.signal, async (stage, signal) => {
      const { client } = await stage('sign-in', async () => {
        const settings = spreadsheetSettings(endpoint, context)
        const access = accessOf(settings)
        await access.token(signal)
        const { email } = endpoint.credentials
        const client = makeSheetsClient({ settings, access, signal, clock, isHasty: true })
        return { client, detail: typeof email === 'string' ? sentence`as ${email}` : undefined }
      })
      await stage('read', async () => {
        const { properties, sheets } = await client.spreadsheet()
        const tabs = dataTabs(sheets).length
        return {
          detail: tabs === 1 ? sentence`“${properties.title}”, 1 tab` : sentence`“${properties.title}”, ${tabs} tabs`,
        }
      })
      if (capability === 'source') return
      await stage('write', async () => {
        const sheetId = randomInt(1, 2 ** 31 - 1)
        const gridProperties = { rowCount: 1, columnCount: 1 }
        const properties = { sheetId, title: `${INTERNAL_PREFIX}test_${sheetId}`, hidden: true, gridProperties }
        await client.update([{ addSheet: { properties } }, { deleteSheet: { sheetId } }], true)
        return { detail: sentence`can make and fill tabs` }
      })
    })
