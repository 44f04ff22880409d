import { sentence } from '../../../../core/catalog/sentence.ts'
import { type ConnectorContext, ConnectorError, type Endpoint } from '../../../ports/connector.ts'
import { VENDORS } from '../../../ports/vendors.ts'
import { reconnect } from './google-access.ts'

/** Everything that is needed to call Google for one spreadsheet. */
export interface SpreadsheetSettings {
  readonly spreadsheetId: string
  readonly refreshToken: string
  readonly clientId: string
  readonly clientSecret: string
  readonly oauthAddress: string
  readonly sheetsAddress: string
}

/** @throws ConnectorError with the missing setting */
export function spreadsheetSettings(
  { credentials, config }: Endpoint,
  { vendors }: ConnectorContext,
): SpreadsheetSettings {
  if (!vendors.google) {
    throw new ConnectorError({
      code: 'NOT_CONFIGURED',
      message: sentence`Google Sheets is not configured on this server.`,
      hint: sentence`Its operator has to set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.`,
    })
  }
  const { refresh_token: refreshToken } = credentials
  if (typeof refreshToken !== 'string' || refreshToken === '') throw new ConnectorError(reconnect)
  return {
    ...vendors.google,
    refreshToken,
    spreadsheetId: spreadsheetIdIn(config['spreadsheet_id']),
    oauthAddress: vendors.addresses.googleOauth ?? VENDORS.googleOauth.address,
    sheetsAddress: vendors.addresses.googleSheets ?? VENDORS.googleSheets.address,
  }
}

/** The id itself, or the address of the spreadsheet from the browser. */
function spreadsheetIdIn(text: unknown): string {
  const id = /^(?:https:\/\/docs\.google\.com\/spreadsheets\/(?:u\/\d+\/)?d\/)?([\w-]{10,128})(?:[/?#].*)?$/.exec(
    String(text).trim(),
  )?.[1]
  if (id !== undefined) return id
  throw new ConnectorError({
    code: 'SPREADSHEET_ID_INVALID',
    message: sentence`This is not the id of a spreadsheet.`,
    hint: sentence`Copy the part between /d/ and /edit of the spreadsheet’s address, or the whole address.`,
    field: 'spreadsheet_id',
  })
}
