import { Hono } from 'hono'
import { notFound } from '../domain/request-error.ts'
import type { Log } from '../host/log.ts'
import type { CallEnvironment } from './app.ts'
import { addHealth, type Health } from './health.ts'
import { problemResponse } from './problem.ts'

/** The app of a process without the API. */
export function createHealthApp(health: Health, log: Log): Hono<{ Bindings: CallEnvironment }> {
  const app = new Hono<{ Bindings: CallEnvironment }>()
  addHealth(app, health)
  app.notFound(() => problemResponse(notFound(), log))
  app.onError((error, { req }) => problemResponse(error, log, { method: req.method, path: req.path }))
  return app
}
