import type { Hono } from 'hono'

import { notFound } from '../domain/request-error.ts'
import type { CallEnvironment } from './app.ts'

export interface Health {
  /** One sentence for each reason to send this process no work; none if it is ready. */
  readonly problems: () => Promise<readonly string[]>
  /** One sentence for each part that ended by itself, in the last minutes more than once, or that is down. */
  readonly troubles: () => readonly string[]
  /** In the text format of Prometheus. */
  readonly metrics: () => Promise<string>
  readonly mayReadMetrics: (request: Request, remoteAddress: string | undefined) => boolean
}

/** Health checks for the operator of this process: whether it lives, whether it is ready, its metrics. */
export function addHealth(
  app: Hono<{ Bindings: CallEnvironment }>,
  { problems, troubles, metrics, mayReadMetrics }: Health,
): void {
  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  app.get('/readyz', async (context) => {
    const found = await problems()
    const degraded = troubles()
    if (found.length > 0) return context.json({ code: 'NOT_READY', message: [...degraded, ...found].join(' ') }, 503)
    if (degraded.length > 0) return context.json({ status: 'degraded', message: degraded.join(' ') })
    return context.json({ status: 'ready' })
  })
  app.get('/metrics', async (context) => {
    if (!mayReadMetrics(context.req.raw, context.env?.remoteAddress)) throw notFound()
    return context.text(await metrics(), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
  })
}
