/** Google's sign-in popup: the script that the Firebase SDK loads, and the frame of the project's own domain. */
const GOOGLE_SCRIPTS = 'https://apis.google.com'
const GOOGLE_CALLS = 'https://identitytoolkit.googleapis.com https://securetoken.googleapis.com'

/** Where the pages of a sign-in come from. */
export type SignInPages =
  | { readonly kind: 'local'; readonly origin: string }
  | { readonly kind: 'firebase'; readonly authDomain: string }

/**
 * A page may load and call only what the product needs. `same-origin-allow-popups`, because `same-origin`
 * would disconnect the sign-in popup from its page.
 */
export function secureHeaders(response: Response, auth: SignInPages): Response {
  const frames = auth.kind === 'local' ? auth.origin : `https://${auth.authDomain}`
  const calls = auth.kind === 'local' ? auth.origin : GOOGLE_CALLS
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${GOOGLE_SCRIPTS}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self' ${calls}`,
    `frame-src ${frames}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')

  const headers = new Headers(response.headers)
  headers.set('content-security-policy', policy)
  headers.set('cross-origin-opener-policy', 'same-origin-allow-popups')
  // Never the path, which may contain an invitation's token; but the origin, because Firebase keys may be restricted to it.
  headers.set('referrer-policy', 'strict-origin')
  headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
  headers.set('x-content-type-options', 'nosniff')
  return new Response(response.body, { status: response.status, headers })
}
