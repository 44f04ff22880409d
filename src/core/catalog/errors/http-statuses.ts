import type { KnownError } from './known-error.ts'

const unavailable: KnownError = ['VENDOR_UNAVAILABLE', '% cannot be used at the moment.', 'Run again later.']

/** The meaning of a vendor's status without a better explanation by the vendor; `%` is the vendor (RFC 9110, 15; RFC 6585). */
const HTTP_STATUSES: Readonly<Record<number, KnownError>> = {
  400: ['VENDOR_REFUSED', '% refused (status 400).'],
  401: [
    'SIGN_IN_REFUSED',
    '% did not accept the credentials.',
    'Enter them again; they may have been revoked or replaced.',
  ],
  402: ['BILLING_DISABLED', '% asks for a payment first (status 402).', 'Settle it with the vendor, then run again.'],
  403: [
    'PERMISSION_MISSING',
    '% does not allow this for these credentials.',
    'Give them the permissions that the documentation of this connector lists.',
  ],
  404: ['VENDOR_REFUSED', '% does not know what was asked for (status 404).'],
  408: unavailable,
  409: ['VENDOR_REFUSED', '% refused because something already exists (status 409).'],
  413: ['VENDOR_REFUSED', '% refused because what was sent is too large (status 413).', 'Choose fewer columns.'],
  422: ['VENDOR_REFUSED', '% refused (status 422).'],
  429: ['RATE_LIMITED', '% accepts no more calls for now.', 'Run again later, or less often.'],
}

export function httpStatusOf(status: number): KnownError {
  if (status >= 500) return unavailable
  if (status >= 300 && status < 400)
    return ['VENDOR_REFUSED', '% redirects to another address, which Millrace does not follow.']
  return HTTP_STATUSES[status] ?? ['VENDOR_REFUSED', `% refused (status ${status}).`]
}
