import { timingSafeEqual } from 'node:crypto'

import { sentence } from '../../../core/catalog/sentence.ts'
import { type SignedContent, signatureOf } from '../../vault/sign-webhook.ts'
import { RequestError } from '../request-error.ts'

/** The tolerance for the clock of the sender, and how long a call may take. */
const TOLERANCE_SECONDS = 300

/** More than any sender with a secret that is being renewed has. */
const MAX_SIGNATURES = 10

/** A call that says that it is signed. */
export interface SignedCall extends SignedContent {
  /** As they were sent, each with its version. */
  readonly signatures: readonly string[]
}

/**
 * Reads the headers of Standard Webhooks. What it says does not depend on whom was called.
 * @param header the value of a header, or nothing
 * @throws RequestError unauthenticated, if a header is missing or malformed, or the call is too old or too new
 */
export function readSignedCall(header: (name: string) => string | null, body: string, now: number): SignedCall {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header)
  if (!id || !timestamp || !signatures || !/^[\x21-\x7e]{1,200}$/.test(id) || !/^\d{1,12}$/.test(timestamp))
    throw refused(
      'SIGNATURE_MISSING',
      sentence`Sign the call: it needs the headers webhook-id, webhook-timestamp (seconds since 1970) and webhook-signature.`,
    )
  if (Math.abs(now / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS)
    throw refused(
      'SIGNATURE_OLD',
      sentence`The webhook-timestamp differs from the clock of this server by more than 5 minutes. Sign each call anew.`,
    )
  return { id, timestamp: Number(timestamp), body, signatures: signatures.split(' ').slice(0, MAX_SIGNATURES) }
}

/**
 * Whether one of the signatures is by one of the secrets. Takes as long for a wrong signature as for a right one.
 * @param secrets without any, a comparison takes place all the same
 */
export function isSignedBy({ signatures, ...content }: SignedCall, secrets: readonly string[]): boolean {
  const expected = (secrets.length > 0 ? secrets : [NOBODYS]).map((secret) => Buffer.from(signatureOf(content, secret)))
  const isRight = signatures
    .map((each) => Buffer.from(each))
    .flatMap((each) => expected.map((one) => each.length === one.length && timingSafeEqual(each, one)))
    .includes(true)
  return secrets.length > 0 && isRight
}

/** So that a flow that does not exist takes as long as one that does. */
const NOBODYS = `whsec_${Buffer.alloc(32).toString('base64')}`

/** The same for a wrong signature and for a flow that does not exist or has no inbound URL. */
export const wrongSignature = (): RequestError =>
  refused(
    'SIGNATURE_WRONG',
    sentence`The signature does not belong to an inbound URL with this address. Check the address, the secret and the signed text: id.timestamp.body.`,
  )

const refused = (code: string, message: ReturnType<typeof sentence>) =>
  new RequestError('unauthenticated', code, message)
