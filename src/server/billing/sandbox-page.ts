import { html } from 'hono/html'

import type { Plan } from '../../core/catalog/plans.ts'
import { sandboxWords } from './sandbox-words.ts'

interface SandboxPage {
  readonly isPortal: boolean
  readonly plan: Plan
  readonly returnUrl: string
  /** What the browser sends about itself. */
  readonly acceptLanguage: string | null
}

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;background:#f6f7f8;color:#14181c;display:grid;place-items:center;min-height:100vh;margin:0}
main{background:#fff;border:1px solid #dfe3e7;border-radius:12px;padding:32px;max-width:26rem}
h1{font-size:1.25rem;margin:0 0 .5rem}.note{background:#fff6dd;border:1px solid #f0d48a;border-radius:8px;padding:8px 12px;font-size:.875rem}
button{font:inherit;background:#0b6b80;color:#fff;border:0;border-radius:8px;padding:10px 16px;cursor:pointer}a{color:#0b6b80;margin-left:16px}
@media(prefers-color-scheme:dark){body{background:#0f1214;color:#e8ebee}main{background:#171b1f;border-color:#2a3138}.note{background:#33280c;border-color:#6b5517}a{color:#5cc4dc}}`

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** A page of the built-in sandbox: plain, without scripts, and plainly labelled. */
export async function sandboxPage({ isPortal, plan, returnUrl, acceptLanguage }: SandboxPage): Promise<Response> {
  const words = sandboxWords(acceptLanguage)
  const body = await html`<!doctype html>
    <html lang="${words.language}">
      <head><meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><title>${isPortal ? words.portal : words.subscribe(plan)}</title><style>${STYLE}</style></head>
      <body>
        <main>
          <p class="note">${words.note}</p>
          <h1>${isPortal ? words.portal : words.subscribe(plan)}</h1>
          <p>${isPortal ? words.portalLead : words.price(plan)}</p>
          <form method="post">
            <button type="submit">${isPortal ? words.cancel : words.pay}</button>
            <a href="${returnUrl}">${words.back}</a>
          </form>
        </main>
      </body>
    </html>`
  return new Response(String(body), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
    },
  })
}
