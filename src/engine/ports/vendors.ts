import type { IntegrationType } from '../../core/catalog/connections/integration-types.ts'

/** The address of each vendor's API, and the variable that overrides it for stand-ins in tests; never set by a user's input. */
export const VENDORS = {
  googleOauth: { variable: 'GOOGLE_BASE_URL', address: 'https://oauth2.googleapis.com' },
  googleSheets: { variable: 'GOOGLE_SHEETS_BASE_URL', address: 'https://sheets.googleapis.com' },
  googleStorage: { variable: 'GOOGLE_STORAGE_BASE_URL', address: 'https://storage.googleapis.com' },
  bigquery: { variable: 'BIGQUERY_BASE_URL', address: 'https://bigquery.googleapis.com' },
  /** The address of Cost Explorer and of STS depends on the partition of the account's region. */
  awsCostExplorer: { variable: 'AWS_COST_EXPLORER_BASE_URL', address: undefined },
  awsSts: { variable: 'AWS_STS_BASE_URL', address: undefined },
  metronome: { variable: 'METRONOME_BASE_URL', address: 'https://api.metronome.com' },
  sendgrid: { variable: 'SENDGRID_BASE_URL', address: 'https://api.sendgrid.com' },
  smtp2go: { variable: 'SMTP2GO_BASE_URL', address: 'https://api.smtp2go.com' },
} as const

export type Vendor = keyof typeof VENDORS

export const VENDOR_NAMES = Object.keys(VENDORS) as readonly Vendor[]

/** A server on this machine that answers in place of an outside system, and the credentials that it accepts now. */
export interface StandInAccess extends Pick<VendorAccess, 'addresses' | 'google'> {
  readonly credentials: Readonly<Record<string, unknown>>
}

/** The integration whose system a stand-in plays. */
export interface StandInOwner {
  readonly organizationId: string
  readonly integrationId: string
}

/** This server's settings for vendors. */
export interface VendorAccess {
  /** The overridden addresses. */
  readonly addresses: Readonly<Partial<Record<Vendor, string>>>
  /** The OAuth client of this server at Google; absent: Google Sheets is not configured here. */
  readonly google?: { readonly clientId: string; readonly clientSecret: string }
  /**
   * Starts the stand-in of an integration if it does not run yet. Absent: this server offers none.
   * @param stored the credentials and settings that were stored with it, perhaps before a restart. @throws ConnectorError
   */
  standIn?(owner: StandInOwner, integration: IntegrationType, stored: object): Promise<StandInAccess>
}
