import { type AwsStandIn, startAws } from '../../src/stand-ins/aws.ts'
import { type GoogleCloudStandIn, startGoogleCloud } from '../../src/stand-ins/google-cloud.ts'
import { startGoogleOauth } from '../../src/stand-ins/google-oauth.ts'
import { type GoogleSheetsStandIn, startGoogleSheets } from '../../src/stand-ins/google-sheets.ts'
import { type MetronomeStandIn, startMetronome } from '../../src/stand-ins/metronome.ts'
import { SENDGRID_KEY, type SendGridStandIn, startSendGrid } from '../../src/stand-ins/sendgrid.ts'
import { SMTP2GO_KEY, type Smtp2goStandIn, startSmtp2go } from '../../src/stand-ins/smtp2go.ts'
import { ORDERS } from '../../src/stand-ins/vendor-stand-ins.ts'

/** All stand-ins, each with a little to read. */
export interface Vendors {
  readonly aws: AwsStandIn
  readonly cloud: GoogleCloudStandIn
  readonly sheets: GoogleSheetsStandIn
  readonly metronome: MetronomeStandIn
  readonly sendgrid: SendGridStandIn
  readonly smtp2go: Smtp2goStandIn
  /** What tells Millrace where they are. */
  readonly variables: Readonly<Record<string, string>>
  /** What they take, by type of integration or connection. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export async function startVendors(): Promise<Vendors> {
  const [aws, cloud, metronome, sendgrid, smtp2go] = await Promise.all([
    startAws(),
    startGoogleCloud(),
    startMetronome(),
    startSendGrid(),
    startSmtp2go(),
  ])
  const google = await startGoogleOauth(cloud.address)
  const sheets = await startGoogleSheets(Date.now, () => google.alive.size > 0)
  sheets.put('Orders', ORDERS)
  return {
    ...{ aws, cloud, sheets, metronome, sendgrid, smtp2go },
    variables: {
      GOOGLE_CLIENT_ID: 'client',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_BASE_URL: google.baseUrl,
      GOOGLE_SHEETS_BASE_URL: sheets.address,
      GOOGLE_STORAGE_BASE_URL: cloud.address,
      BIGQUERY_BASE_URL: cloud.address,
      AWS_COST_EXPLORER_BASE_URL: aws.address,
      AWS_STS_BASE_URL: aws.address,
      METRONOME_BASE_URL: metronome.address,
      SENDGRID_BASE_URL: sendgrid.address,
      SMTP2GO_BASE_URL: smtp2go.address,
    },
    values: {
      aws: { access_key_id: aws.accessKeyId, secret_access_key: aws.secretAccessKey },
      aws_cost_explorer_api: {},
      google_oauth: {},
      google_sheets: { spreadsheet_id: sheets.spreadsheetId },
      gcp: { service_account_key: cloud.serviceAccountKey },
      bigquery: { project_id: cloud.projectId, dataset_id: cloud.datasetId, gcs_staging_bucket: cloud.bucket },
      metronome: { api_key: metronome.apiKey },
      sendgrid: { api_key: SENDGRID_KEY },
      smtp2go: { api_key: SMTP2GO_KEY },
      email: { to_email: 'ada@example.com', from_email: sendgrid.settings.verifiedSenders[0] ?? '' },
    },
  }
}
