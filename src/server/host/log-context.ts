import { AsyncLocalStorage } from 'node:async_hooks'

/** What every line is about that is written in the course of one call or run. */
export interface LogContext {
  readonly requestId?: string
  readonly runId?: string
  readonly flowId?: string
  readonly organizationId?: string
}

const storage = new AsyncLocalStorage<LogContext>()

/** Of the call or run that the caller is part of; nothing outside of them. */
export const logContext = (): LogContext => storage.getStore() ?? {}

/** Does the work so that its lines of log say what they are about, however deep below they are written. */
export const withLogContext = <T>(context: LogContext, work: () => T): T =>
  storage.run({ ...storage.getStore(), ...context }, work)
