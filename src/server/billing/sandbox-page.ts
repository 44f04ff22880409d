import { html } from 'hono/html'

import type { Plan } from '../../core/catalog/plans.ts'

interface SandboxPage {
  readonly isPortal: boolean
  readonly plan: Plan
  readonly returnUrl: string
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;background:#f6f7f8;color:#14181c;display:grid;place-items:center;min-height:100vh;margin:0}
main{background:#fff;border:1px solid #dfe3e7;border-radius:12px;padding:32px;max-width:26rem}
h1{font-size:1.25rem;margin:0 0 .5rem}.note{background:#fff6dd;border:1px solid #f0d48a;border-radius:8px;padding:8px 12px;font-size:.875rem}
button{font:inherit;background:#0b6b80;color:#fff;border:0;border-radius:8px;padding:10px 16px;cursor:pointer}a{color:#0b6b80;margin-left:16px}`

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** A page of the built-in sandbox: plain, without scripts, and plainly labelled. */
export async function sandboxPage({ isPortal, plan, returnUrl }: SandboxPage): Promise<Response> {
  const body = await html`<!doctype html>
    <html lang="en">
      <head><meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><title>Sandbox payment</title><style>${STYLE}</style></head>
      <body>
        <main>
          <p class="note">Sandbox: this server has no payment provider. Nothing is charged.</p>
          <h1>${isPortal ? 'Manage your subscription' : `Subscribe to ${plan.name}`}</h1>
          <p>${isPortal ? 'Cancel the subscription and go back to the free plan.' : `$${plan.monthlyPrice} a month.`}</p>
          <form method="post">
            <button type="submit">${isPortal ? 'Cancel subscription' : 'Pay with the sandbox'}</button>
            <a href="${returnUrl}">Back</a>
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
