import type { Hono } from 'hono'

import type { CallEnvironment } from './app.ts'

export interface Health {
  /** A sentence for each reason to send this process no work; none when it is ready. */
  readonly problems: () => Promise<readonly string[]>
}

/** What whoever runs this process asks it: whether it lives, whether it is ready. */
export function addHealth(app: Hono<{ Bindings: CallEnvironment }>, { problems }: Health): void {
  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  app.get('/readyz', async (context) => {
    const found = await problems()
    if (found.length === 0) return context.json({ status: 'ready' })
    return context.json({ code: 'NOT_READY', message: found.join(' ') }, 503)
  })
}
