import { AwsV4Signer } from 'aws4fetch'
import { defined } from '../../../core/catalog/defined.ts'
import { AWS_ERRORS } from '../../../core/catalog/errors/aws-errors.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Problem } from '../../ports/connector.ts'
import { knownProblem } from '../../ports/known-problem.ts'
import type { Clock } from '../vendor-api/clock.ts'
import { jsonIn, type VendorAnswer } from '../vendor-api/vendor-call.ts'
import { makeVendorClient, type VendorClient } from '../vendor-api/vendor-client.ts'
import type { AwsService, AwsSettings } from './aws-settings.ts'

interface Options {
  readonly settings: AwsSettings
  readonly service: 'ce' | 'sts'
  readonly at: AwsService
  readonly signal: AbortSignal
  readonly clock: Clock
}

/** A client that signs each attempt again (Signature Version 4), because a signature is valid for only a few minutes. */
export const makeAwsClient = ({ settings, service, at, signal, clock }: Options): VendorClient =>
  makeVendorClient({
    vendor: 'AWS',
    address: at.address,
    signal,
    clock,
    secrets: [settings.secretAccessKey],
    explain: explainAws,
    async authorize({ method, url, headers, body }) {
      const signer = new AwsV4Signer(
        defined({
          method,
          url: url.href,
          headers,
          body,
          accessKeyId: settings.accessKeyId,
          secretAccessKey: settings.secretAccessKey,
          service,
          region: at.region,
        }),
      )
      const signed = await signer.sign()
      return Object.fromEntries(
        ['authorization', 'x-amz-date', 'x-amz-content-sha256'].flatMap((name) => {
          const value = signed.headers.get(name)
          return value === null ? [] : [[name, value]]
        }),
      )
    },
  })

/** Cost Explorer has the type in `__type`, STS in `Error.Code`; the message may have either spelling. */
function explainAws(answer: VendorAnswer): Partial<Problem> | undefined {
  const body = (jsonIn(answer) ?? {}) as Record<string, unknown>
  const inner = (body['Error'] ?? {}) as Record<string, unknown>
  const type = String(body['__type'] ?? inner['Code'] ?? '').replace(/^.*#/, '')
  const text = body['message'] ?? body['Message'] ?? inner['Message']
  const message = typeof text === 'string' && text !== '' ? { message: sentence`AWS says: ${text}` } : {}
  const known = AWS_ERRORS[type]
  if (!known) return message
  const problem = knownProblem(known)
  return problem.code === 'PERMISSION_MISSING' || problem.code === 'VENDOR_REFUSED'
    ? { ...problem, ...message }
    : problem
}
