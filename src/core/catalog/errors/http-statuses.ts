import { sentence } from '../sentence.ts'
import type { KnownError } from './known-error.ts'

const unavailable: KnownError = [
  'VENDOR_UNAVAILABLE',
  (text) => sentence`${text} cannot be used at the moment.`,
  sentence`Run again later.`,
]

/** The meaning of a vendor's status without a better explanation by the vendor; `%` is the vendor (RFC 9110, 15; RFC 6585). */
const HTTP_STATUSES: Readonly<Record<number, KnownError>> = {
  400: ['VENDOR_REFUSED', (text) => sentence`${text} refused (status 400).`],
  401: [
    'SIGN_IN_REFUSED',
    (text) => sentence`${text} did not accept the credentials.`,
    sentence`Enter them again; they may have been revoked or replaced.`,
  ],
  402: [
    'BILLING_DISABLED',
    (text) => sentence`${text} asks for a payment first (status 402).`,
    sentence`Settle it with the vendor, then run again.`,
  ],
  403: [
    'PERMISSION_MISSING',
    (text) => sentence`${text} does not allow this for these credentials.`,
    sentence`Give them the permissions that the documentation of this connector lists.`,
  ],
  404: ['VENDOR_REFUSED', (text) => sentence`${text} does not know what was asked for (status 404).`],
  408: unavailable,
  409: ['VENDOR_REFUSED', (text) => sentence`${text} refused because something already exists (status 409).`],
  413: [
    'VENDOR_REFUSED',
    (text) => sentence`${text} refused because what was sent is too large (status 413).`,
    sentence`Choose fewer columns.`,
  ],
  422: ['VENDOR_REFUSED', (text) => sentence`${text} refused (status 422).`],
  429: [
    'RATE_LIMITED',
    (text) => sentence`${text} accepts no more calls for now.`,
    sentence`Run again later, or less often.`,
  ],
}

export function httpStatusOf(status: number): KnownError {
  if (status >= 500) return unavailable
  if (status >= 300 && status < 400)
    return ['VENDOR_REFUSED', (text) => sentence`${text} redirects to another address, which Millrace does not follow.`]
  return HTTP_STATUSES[status] ?? ['VENDOR_REFUSED', (text) => sentence`${text} refused (status ${status}).`]
}
