import { startAws } from './aws.ts'
import { startGoogleCloud } from './google-cloud.ts'
import { startGoogleOauth } from './google-oauth.ts'
import { startGoogleSheets } from './google-sheets.ts'
import { startMetronome } from './metronome.ts'
import { SENDGRID_KEY, startSendGrid } from './sendgrid.ts'
import { SMTP2GO_KEY, startSmtp2go } from './smtp2go.ts'
import type { StandIn } from './stand-in.ts'

const SENDER = 'reports@example.com'

const MAIL = { to_email: 'ada@example.com', from_email: SENDER, subject: 'Orders of the day' }

/** The stand-ins for vendors with an API, by type of integration, each with a little to read. */
export const VENDOR_STAND_INS: Readonly<Record<string, (config: StandIn['config']) => Promise<StandIn>>> = {
  aws: async () => {
    const aws = await startAws()
    return {
      addresses: { awsCostExplorer: aws.address, awsSts: aws.address },
      credentials: { access_key_id: aws.accessKeyId, secret_access_key: aws.secretAccessKey, region: 'eu-central-1' },
      config: {},
      stop: aws.stop,
    }
  },
  // A connection names the spreadsheet, so that it keeps its id when the stand-in starts again.
  google_oauth: async ({ spreadsheet_id: id }) => {
    const google = await startGoogleOauth()
    const known = typeof id === 'string' && id !== '' ? id : undefined
    const sheets = await startGoogleSheets(Date.now, () => google.alive.size > 0, known)
    sheets.put('Orders', ORDERS)
    return {
      addresses: { googleOauth: google.baseUrl, googleSheets: sheets.address },
      google: { clientId: 'client', clientSecret: 'secret' },
      credentials: { refresh_token: google.consent(), email: google.settings.email },
      config: { spreadsheet_id: sheets.spreadsheetId },
      stop: async () => {
        await Promise.all([google.stop(), sheets.stop()])
      },
    }
  },
  gcp: async () => {
    const cloud = await startGoogleCloud()
    return {
      addresses: { googleOauth: cloud.address, googleStorage: cloud.address, bigquery: cloud.address },
      credentials: { service_account_key: cloud.serviceAccountKey },
      config: { project_id: cloud.projectId, dataset_id: cloud.datasetId, gcs_staging_bucket: cloud.bucket },
      stop: cloud.stop,
    }
  },
  metronome: async () => {
    const metronome = await startMetronome()
    return {
      addresses: { metronome: metronome.address },
      credentials: { api_key: metronome.apiKey },
      config: {},
      stop: metronome.stop,
    }
  },
  sendgrid: async () => {
    const sendgrid = await startSendGrid()
    return {
      addresses: { sendgrid: sendgrid.address },
      credentials: { api_key: SENDGRID_KEY },
      config: MAIL,
      stop: sendgrid.stop,
    }
  },
  smtp2go: async () => {
    const smtp2go = await startSmtp2go()
    return {
      addresses: { smtp2go: smtp2go.address },
      credentials: { api_key: SMTP2GO_KEY },
      config: MAIL,
      stop: smtp2go.stop,
    }
  },
}

const HEADER = ['id', 'customer', 'product', 'quantity', 'total', 'paid']

/** A tab of a spreadsheet as somebody might keep it. */
export const ORDERS: readonly (readonly (string | number | boolean | null)[])[] = [
  HEADER,
  [1001, 'Zoë Müller', 'Espresso machine', 1, 349.9, true],
  [1002, 'Łukasz Nowak', 'Grinder', 2, 179.8, true],
  [1003, 'Ana María García', 'Filter papers', 12, 41.88, false],
  [1004, 'Siobhán O’Brien', 'Kettle', 1, 64.5, true],
  [1005, '佐藤 美咲', 'Cups, set of six', 3, 88.2, true],
  [1006, 'Kwame Okafor', 'Espresso machine', 1, 349.9, null],
  [1007, 'Chloé Lefèvre', 'Scale', 1, 39, true],
  [1008, 'Jürgen Petersen', 'Descaler', 4, 27.6, false],
]
