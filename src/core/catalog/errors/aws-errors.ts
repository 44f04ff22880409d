import { sentence } from '../sentence.ts'
import type { KnownError, KnownErrors } from './known-error.ts'

const refusedKey = (field: string, message = sentence`AWS does not accept this access key.`): KnownError => [
  'SIGN_IN_REFUSED',
  message,
  sentence`Check Access Key ID and Secret Access Key; the key may have been deactivated or deleted.`,
  field,
]
const denied: KnownError = [
  'PERMISSION_MISSING',
  sentence`AWS does not allow this for the access key.`,
  sentence`Allow ce:GetCostAndUsage for this key. Cost Explorer must have been opened once in the console; its data is available up to 24 h later.`,
]
const limited: KnownError = [
  'RATE_LIMITED',
  sentence`AWS accepts no more calls for now.`,
  sentence`Run again later, or less often.`,
]
const away: KnownError = ['VENDOR_UNAVAILABLE', sentence`AWS cannot be used at the moment.`, sentence`Run again later.`]
const lostPages: KnownError = ['PAGES_LOST', sentence`AWS lost track of the pages.`, sentence`Run again.`]

/** The meaning of AWS's errors, by type (API references of Cost Explorer and STS, "Common Errors" and each call's own). */
export const AWS_ERRORS: KnownErrors = {
  UnrecognizedClientException: refusedKey('secret_access_key'),
  InvalidSignatureException: refusedKey('secret_access_key'),
  SignatureDoesNotMatch: refusedKey('secret_access_key'),
  IncompleteSignature: refusedKey('secret_access_key'),
  InvalidClientTokenId: refusedKey('access_key_id'),
  MissingAuthenticationToken: refusedKey('access_key_id'),
  ExpiredToken: refusedKey('secret_access_key', sentence`The access key is a temporary one and has expired.`),
  ExpiredTokenException: refusedKey('secret_access_key', sentence`The access key is a temporary one and has expired.`),
  RequestExpired: [
    'SIGN_IN_REFUSED',
    sentence`For AWS, the call arrived too late.`,
    sentence`Set the clock of this server.`,
  ],
  OptInRequired: [
    'BILLING_DISABLED',
    sentence`The AWS account is not signed up for this service.`,
    sentence`Open Cost Explorer once.`,
  ],
  AccessDenied: denied,
  AccessDeniedException: denied,
  NotAuthorized: denied,
  LimitExceededException: limited,
  ThrottlingException: limited,
  Throttling: limited,
  ThrottledException: limited,
  TooManyRequestsException: limited,
  InternalFailure: away,
  ServiceUnavailable: away,
  DataUnavailableException: [
    'DATA_NOT_READY',
    sentence`AWS has no cost data yet.`,
    sentence`It is available within 24 h after Cost Explorer was opened for the first time.`,
  ],
  BillExpirationException: [
    'DATA_GONE',
    sentence`AWS no longer has costs of that time.`,
    sentence`Start at a later time.`,
  ],
  RequestChangedException: lostPages,
  InvalidNextTokenException: lostPages,
  ValidationError: ['VENDOR_REFUSED', sentence`AWS refused the request.`, sentence`Report it.`],
  ValidationException: ['VENDOR_REFUSED', sentence`AWS refused the request.`, sentence`Report it.`],
}
