import { randomBytes } from 'node:crypto'
import { html, raw } from 'hono/html'

type Markup = ReturnType<typeof html>

interface Page {
  readonly language: string
  readonly title: string
  readonly body: Markup
  /** Runs on the page, allowed by its policy. */
  readonly script?: string
  /** In addition to the page's own script. */
  readonly scriptSource?: string
  /** Pages that may frame it; by default none. */
  readonly frameAncestors?: readonly string[]
  readonly status?: number
}

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;background:#f6f7f8;color:#14181c;display:grid;place-items:center;min-height:100vh;margin:0}
main{background:#fff;border:1px solid #dfe3e7;border-radius:12px;padding:32px;max-width:24rem;box-sizing:border-box;width:100%}
h1{font-size:1.25rem;margin:0 0 .5rem}.note{background:#fff6dd;border:1px solid #f0d48a;border-radius:8px;padding:8px 12px;font-size:.875rem}
.error{color:#b3261e}label{display:block;margin:1rem 0 .25rem}small{color:#5a646e}
input{font:inherit;width:100%;box-sizing:border-box;padding:8px 12px;border:1px solid #a7b0b8;border-radius:8px;background:inherit;color:inherit}
button{font:inherit;background:#0b6b80;color:#fff;border:0;border-radius:8px;padding:10px 16px;margin-top:1.25rem;cursor:pointer}
@media(prefers-color-scheme:dark){body{background:#0f1214;color:#e8ebee}main{background:#171b1f;border-color:#2a3138}.note{background:#33280c;border-color:#6b5517}.error{color:#f2b8b5}small{color:#9aa4ad}}`

/** A page of the sign-in service: plain, and with only the necessary permissions. */
export async function page(options: Page): Promise<Response> {
  const { language, title, body, script, scriptSource = '', frameAncestors = [], status = 200 } = options
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    ...(script === undefined ? [] : [`script-src 'nonce-${nonce}' ${scriptSource}`.trim()]),
    ...(scriptSource === '' ? [] : [`frame-src ${scriptSource}`, `connect-src ${scriptSource}`]),
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors.join(' ') || "'none'"}`,
  ].join('; ')
  const markup = await html`<!doctype html>
    <html lang="${language}">
      <head><meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><title>${title}</title><style>${raw(STYLE)}</style></head>
      <body>${body}${script === undefined ? '' : raw(`<script nonce="${nonce}">${script}</script>`)}</body>
    </html>`
  return new Response(String(markup), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** For a script: nothing in it can end the script or its texts early. */
export const literal = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>\u2028\u2029]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
