import { sentence } from '../sentence.ts'
import type { KnownError, KnownErrors } from './known-error.ts'

/** Only a person can renew it. */
export const RECONNECT: KnownError = [
  'REAUTH_REQUIRED',
  sentence`Google no longer gives access: the consent was withdrawn or has expired.`,
  sentence`Connect the integration to Google again on the integrations page.`,
  'integration_id',
]
const unknownClient: KnownError = [
  'NOT_CONFIGURED',
  sentence`Google does not know this server’s OAuth client.`,
  sentence`The operator of this server has to check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.`,
]
const limited: KnownError = [
  'RATE_LIMITED',
  (text) => sentence`Google says: ${text}`,
  sentence`Run again later, or less often.`,
]
const away: KnownError = ['VENDOR_UNAVAILABLE', (text) => sentence`Google says: ${text}`, sentence`Run again later.`]
const denied: KnownError = [
  'PERMISSION_MISSING',
  (text) => sentence`Google says: ${text}`,
  sentence`Give the service account “BigQuery Data Editor” on the dataset, “BigQuery Job User” on the project and “Storage Object Admin” on the bucket.`,
]
const unpaid: KnownError = [
  'BILLING_DISABLED',
  (text) => sentence`Google says: ${text}`,
  sentence`Switch billing on for the project in the Google Cloud console.`,
]

/**
 * The meaning of Google's reasons: those of its sign-in (developers.google.com/identity/protocols/oauth2), of its APIs
 * (cloud.google.com/apis/design/errors) and of BigQuery (cloud.google.com/bigquery/docs/error-messages).
 */
export const GOOGLE_ERRORS: KnownErrors = {
  invalid_grant: RECONNECT,
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: RECONNECT,
  ACCESS_TOKEN_EXPIRED: RECONNECT,
  invalid_client: unknownClient,
  unauthorized_client: unknownClient,
  SERVICE_DISABLED: [
    'NOT_CONFIGURED',
    sentence`The Google Sheets API is not enabled for this server’s OAuth client.`,
    sentence`Its operator has to enable the Google Sheets API in the project of GOOGLE_CLIENT_ID.`,
  ],
  rateLimitExceeded: limited,
  userRateLimitExceeded: limited,
  jobRateLimitExceeded: limited,
  quotaExceeded: limited,
  RATE_LIMIT_EXCEEDED: limited,
  RESOURCE_EXHAUSTED: limited,
  dailyLimitExceeded: [
    'QUOTA_EXCEEDED',
    (text) => sentence`Google says: ${text}`,
    sentence`Wait for the next day, or have the quota raised.`,
  ],
  backendError: away,
  internalError: away,
  jobBackendError: away,
  jobInternalError: away,
  tableUnavailable: away,
  timeout: away,
  stopped: [
    'JOB_STOPPED',
    (text) => sentence`BigQuery could not take the rows: ${text}`,
    sentence`Somebody has stopped the job. Run again.`,
  ],
  accessDenied: denied,
  forbidden: denied,
  billingNotEnabled: unpaid,
  billingTierLimitExceeded: unpaid,
  blocked: unpaid,
  notFound: [
    'NOT_FOUND',
    (text) => sentence`Google says: ${text}`,
    sentence`Check the name, and that the service account may see it.`,
  ],
  resourceInUse: [
    'OBJECT_IN_USE',
    (text) => sentence`Google says: ${text}`,
    sentence`Wait until it is free, then run again.`,
  ],
  resourcesExceeded: [
    'LIMIT_EXCEEDED',
    (text) => sentence`Google says: ${text}`,
    sentence`Choose fewer columns, or let a filter leave fewer rows.`,
  ],
  bytesBilledLimitExceeded: [
    'LIMIT_EXCEEDED',
    (text) => sentence`Google says: ${text}`,
    sentence`Raise “Gigabytes of a query” in the settings of the connection. Nothing was changed, and nothing is charged.`,
    'max_query_gigabytes',
  ],
  responseTooLarge: ['ANSWER_TOO_LARGE', (text) => sentence`Google says: ${text}`, sentence`Choose fewer columns.`],
}
