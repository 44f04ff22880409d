import { AwsV4Signer } from 'aws4fetch'

import type { Problem } from '../connector.ts'
import type { Clock } from '../http/clock.ts'
import { jsonIn, type VendorAnswer } from '../http/vendor-call.ts'
import { makeVendorClient, type VendorClient } from '../http/vendor-client.ts'
import type { AwsService, AwsSettings } from './aws-settings.ts'

interface Options {
  readonly settings: AwsSettings
  readonly service: 'ce' | 'sts'
  readonly at: AwsService
  readonly signal: AbortSignal
  readonly clock: Clock
}

/** A client that signs each try anew (Signature Version 4): a signature is good for some minutes only. */
export const makeAwsClient = ({ settings, service, at, signal, clock }: Options): VendorClient =>
  makeVendorClient({
    vendor: 'AWS',
    address: at.address,
    signal,
    clock,
    secrets: [settings.secretAccessKey],
    explain: explainAws,
    async authorize({ method, url, headers, body }) {
      const signer = new AwsV4Signer({
        method,
        url: url.href,
        headers,
        ...(body !== undefined && { body }),
        accessKeyId: settings.accessKeyId,
        secretAccessKey: settings.secretAccessKey,
        service,
        region: at.region,
      })
      const signed = await signer.sign()
      return Object.fromEntries(
        ['authorization', 'x-amz-date', 'x-amz-content-sha256'].flatMap((name) => {
          const value = signed.headers.get(name)
          return value === null ? [] : [[name, value]]
        }),
      )
    },
  })

const KEYS_REFUSED: Partial<Problem> = {
  code: 'SIGN_IN_REFUSED',
  message: 'AWS does not accept this access key.',
  hint: 'Check Access Key ID and Secret Access Key; the key may have been deactivated or deleted.',
  field: 'secret_access_key',
  retryable: false,
}

/** What AWS's errors mean, by their type (API reference of Cost Explorer, "Common Errors" and "GetCostAndUsage"). */
const PROBLEMS: Readonly<Record<string, Partial<Problem>>> = {
  UnrecognizedClientException: KEYS_REFUSED,
  InvalidSignatureException: KEYS_REFUSED,
  InvalidClientTokenId: { ...KEYS_REFUSED, field: 'access_key_id' },
  SignatureDoesNotMatch: KEYS_REFUSED,
  ExpiredTokenException: { ...KEYS_REFUSED, message: 'The access key is a temporary one and has expired.' },
  AccessDeniedException: {
    code: 'PERMISSION_MISSING',
    hint: 'Allow ce:GetCostAndUsage to this key. Cost Explorer must have been opened once in the console; its data comes up to 24 h later.',
    retryable: false,
  },
  LimitExceededException: { code: 'RATE_LIMITED', message: 'AWS takes no more calls for now.', retryable: true },
  ThrottlingException: { code: 'RATE_LIMITED', message: 'AWS takes no more calls for now.', retryable: true },
  DataUnavailableException: {
    code: 'DATA_NOT_READY',
    message: 'AWS has no cost data yet.',
    hint: 'It comes within 24 h after Cost Explorer was opened for the first time.',
    retryable: true,
  },
  BillExpirationException: {
    code: 'DATA_GONE',
    message: 'AWS no longer has costs of that time.',
    retryable: false,
  },
  RequestChangedException: { code: 'VENDOR_REFUSED', message: 'AWS lost track of the pages.', retryable: true },
  InvalidNextTokenException: { code: 'VENDOR_REFUSED', message: 'AWS lost track of the pages.', retryable: true },
}

/** Cost Explorer names the type in `__type`, STS in `Error.Code`; the message is under either spelling. */
function explainAws(answer: VendorAnswer): Partial<Problem> | undefined {
  const body = (jsonIn(answer) ?? {}) as Record<string, unknown>
  const inner = (body['Error'] ?? {}) as Record<string, unknown>
  const type = String(body['__type'] ?? inner['Code'] ?? '').replace(/^.*#/, '')
  const said = body['message'] ?? body['Message'] ?? inner['Message']
  const message = typeof said === 'string' && said !== '' ? { message: `AWS says: ${said}` } : {}
  return { ...message, ...PROBLEMS[type] }
}
