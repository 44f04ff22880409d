import { describe, expect, it } from 'vitest'

import { inEnglish, type Sentence } from '../sentence.ts'
import { AWS_ERRORS } from './aws-errors.ts'
import { ERROR_CLASSES, type ErrorCode, errorClassOf, isRetryable } from './error-classes.ts'
import { GOOGLE_ERRORS } from './google-errors.ts'
import { httpStatusOf } from './http-statuses.ts'
import type { KnownError } from './known-error.ts'
import { MYSQL_DRIVER_ERRORS, MYSQL_ERRORS } from './mysql-errors.ts'
import { networkErrorOf } from './network-errors.ts'
import { sqlStateOf } from './sql-states.ts'

type Expected = Partial<Record<ErrorCode, string>>

const SYSTEMS: readonly (readonly [string, (code: string) => KnownError | undefined, Expected])[] = [
  [
    'PostgreSQL',
    sqlStateOf,
    {
      CONNECTION_LOST: '08000 08001 08003 08006 08P01 57P01 57P02 57P05 25P03',
      SERVER_STARTING: '57P03',
      QUERY_CANCELLED: '57014',
      VALUE_REFUSED: '22000 22001 22003 22007 22008 22P02',
      VALUE_NOT_TEXT: '22021 22P05',
      CONSTRAINT: '23502 23503 23505 23514 23P01',
      READ_ONLY: '25006',
      ACCESS_REFUSED: '28000',
      PASSWORD_REFUSED: '28P01',
      DATABASE_NOT_FOUND: '3D000',
      SCHEMA_NOT_FOUND: '3F000',
      CONFLICT: '40001 40P01 40003 25P02',
      PERMISSION_MISSING: '42501',
      SCHEMA_CHANGED: '42703',
      ENTITY_NOT_FOUND: '42P01',
      TARGET_CHANGED: '42P07 2BP01',
      TARGET_MISMATCH: '42804 42809 42830',
      TYPE_UNKNOWN: '42704 42883',
      KEY_NOT_UNIQUE: '42P10',
      NOT_SUPPORTED: '0A000 42601',
      SERVER_OVERLOADED: '53000 53200 53400',
      DISK_FULL: '53100',
      TOO_MANY_CONNECTIONS: '53300',
      LIMIT_EXCEEDED: '54000 54011 54001',
      OBJECT_IN_USE: '55006 55000',
      TABLE_BUSY: '55P03',
      SERVER_TROUBLE: '58000',
      DATABASE_DAMAGED: '58030 XX001 XX002',
    },
  ],
  [
    'MySQL and MariaDB',
    (code) => MYSQL_ERRORS[Number(code)] ?? MYSQL_DRIVER_ERRORS[code],
    {
      DISK_FULL: '1021 1114',
      CONSTRAINT: '1022 1048 1062 1216 1217 1263 1364 1451 1452 1644 3819 4025',
      QUERY_CANCELLED: '1028 1317 1969 3024',
      DATABASE_DAMAGED: '1030 1932',
      SERVER_OVERLOADED: '1037 1038 1041 1135',
      TOO_MANY_CONNECTIONS: '1040 1203 1226',
      PERMISSION_MISSING: '1044 1142 1143 1227 1370',
      PASSWORD_REFUSED: '1045 1698',
      DATABASE_NOT_FOUND: '1049',
      TARGET_CHANGED: '1050',
      SCHEMA_CHANGED: '1054',
      LIMIT_EXCEEDED: '1071 1118 1170',
      ACCESS_REFUSED: '1129 1130 3118 4151',
      TARGET_MISMATCH: '1136',
      ENTITY_NOT_FOUND: '1146',
      VIEW_BROKEN: '1356 1449',
      CONNECTION_LOST: '1053 1152 1158 1159 1160 1161 1927 2006 2013 3169',
      VALUE_TOO_LARGE: '1153',
      TABLE_BUSY: '1205',
      CONFLICT: '1206 1213',
      PASSWORD_IN_CLEAR: '1251 AUTH_SWITCH_PLUGIN_ERROR MYSQL_CLEAR_PASSWORD_NOT_ENABLED',
      VALUE_NOT_REPRESENTABLE: '1264 1265 1292 1366 1406 1411 1690 3140',
      READ_ONLY: '1290 1792 1836',
      SOURCE_CHANGED: '1412 1568',
      PASSWORD_EXPIRED: '1820',
      TLS_REQUIRED: '3159',
      LOCAL_DATA_REFUSED: '3948 4166',
      TLS_FAILED: 'HANDSHAKE_SSL_ERROR',
    },
  ],
  [
    'the network',
    networkErrorOf,
    {
      CONNECTION_LOST:
        'ECONNRESET EPIPE ETIMEDOUT ECONNABORTED ERR_STREAM_DESTROYED ERR_STREAM_PREMATURE_CLOSE PROTOCOL_CONNECTION_LOST UND_ERR_SOCKET UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT',
      HOST_UNREACHABLE: 'ENETDOWN ENETUNREACH EHOSTUNREACH EHOSTDOWN UND_ERR_CONNECT_TIMEOUT',
      PORT_CLOSED: 'ECONNREFUSED',
      HOST_NOT_FOUND: 'ENOTFOUND',
      NAME_SERVER_SILENT: 'EAI_AGAIN',
      CERTIFICATE_WRONG_HOST: 'ERR_TLS_CERT_ALTNAME_INVALID',
      CERTIFICATE_NOT_TRUSTED:
        'CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REVOKED CERT_UNTRUSTED CERT_SIGNATURE_FAILURE DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      CLIENT_CERTIFICATE_REFUSED:
        'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED ERR_SSL_TLSV1_ALERT_UNKNOWN_CA ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED',
      TLS_FAILED: 'EPROTO ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    },
  ],
  [
    'HTTP',
    (code) => httpStatusOf(Number(code)),
    {
      VENDOR_REFUSED: '302 308 400 404 405 409 413 418 422',
      SIGN_IN_REFUSED: '401',
      BILLING_DISABLED: '402',
      PERMISSION_MISSING: '403',
      RATE_LIMITED: '429',
      VENDOR_UNAVAILABLE: '408 500 502 503 504 599',
    },
  ],
  [
    'AWS',
    (code) => AWS_ERRORS[code],
    {
      SIGN_IN_REFUSED:
        'UnrecognizedClientException InvalidSignatureException SignatureDoesNotMatch IncompleteSignature InvalidClientTokenId MissingAuthenticationToken ExpiredToken ExpiredTokenException RequestExpired',
      PERMISSION_MISSING: 'AccessDenied AccessDeniedException NotAuthorized',
      RATE_LIMITED: 'LimitExceededException ThrottlingException Throttling ThrottledException TooManyRequestsException',
      VENDOR_UNAVAILABLE: 'InternalFailure ServiceUnavailable',
      BILLING_DISABLED: 'OptInRequired',
      DATA_NOT_READY: 'DataUnavailableException',
      DATA_GONE: 'BillExpirationException',
      PAGES_LOST: 'RequestChangedException InvalidNextTokenException',
      VENDOR_REFUSED: 'ValidationError ValidationException',
    },
  ],
  [
    'Google',
    (code) => GOOGLE_ERRORS[code],
    {
      REAUTH_REQUIRED: 'invalid_grant ACCESS_TOKEN_SCOPE_INSUFFICIENT ACCESS_TOKEN_EXPIRED',
      NOT_CONFIGURED: 'invalid_client unauthorized_client SERVICE_DISABLED',
      RATE_LIMITED:
        'rateLimitExceeded userRateLimitExceeded jobRateLimitExceeded quotaExceeded RATE_LIMIT_EXCEEDED RESOURCE_EXHAUSTED',
      QUOTA_EXCEEDED: 'dailyLimitExceeded',
      VENDOR_UNAVAILABLE: 'backendError internalError jobBackendError jobInternalError tableUnavailable timeout',
      JOB_STOPPED: 'stopped',
      PERMISSION_MISSING: 'accessDenied forbidden',
      BILLING_DISABLED: 'billingNotEnabled billingTierLimitExceeded blocked',
      NOT_FOUND: 'notFound',
      OBJECT_IN_USE: 'resourceInUse',
      LIMIT_EXCEEDED: 'resourcesExceeded bytesBilledLimitExceeded',
      ANSWER_TOO_LARGE: 'responseTooLarge',
    },
  ],
]

const ROWS = SYSTEMS.flatMap(([system, find, expected]) =>
  Object.entries(expected).flatMap(([code, theirs]) =>
    theirs.split(' ').map((one) => [`${one} of ${system}`, code, find(one)] as const),
  ),
)

const englishOf = (text: Sentence | undefined) => text && inEnglish(text)

describe('an error', () => {
  it.each(ROWS)('%s is %s', (_, code, known) => {
    expect(known?.[0]).toBe(code)
    const [, message, hint] = known ?? []
    expect(englishOf(typeof message === 'function' ? message('%') : message)).toMatch(/[.%)]$/)
    // Every error that a person can fix says how.
    if (code !== 'VENDOR_REFUSED') expect(englishOf(hint)).toMatch(/[.]$/)
  })

  it('is known by more than 200 codes of theirs and 120 of ours', () => {
    expect(new Set(ROWS.map(([name]) => name)).size).toBeGreaterThan(200)
    expect(Object.keys(ERROR_CLASSES).length).toBeGreaterThanOrEqual(120)
  })

  it('that nobody knows is not tried again, and counted', () => {
    expect(sqlStateOf('XX000')).toBeUndefined()
    expect(networkErrorOf('EWHATEVER')).toBeUndefined()
    expect(errorClassOf('NEVER_HEARD_OF')).toMatchObject({ attempts: 1, isUnknown: true })
  })
})

describe('a run', () => {
  it.each([
    'READ_ONLY',
    'SOURCE_CONNECTION_LOST',
    'TABLE_BUSY',
    'CONFLICT',
    'RATE_LIMITED',
    'VENDOR_UNAVAILABLE',
    'PORT_CLOSED',
  ])('is tried again after %s', (code) => expect(isRetryable(code)).toBe(true))

  it('is tried but once more on a full disk', () => {
    expect(errorClassOf('DISK_FULL').attempts).toBe(2)
  })

  it.each(['DELIVERY_UNKNOWN', 'DELIVERY_INCOMPLETE', 'PASSWORD_REFUSED', 'CONSTRAINT', 'REAUTH_REQUIRED', 'FENCED'])(
    'is not tried again by itself after %s',
    (code) => expect(isRetryable(code)).toBe(false),
  )
})
