import { AsyncLocalStorage } from 'node:async_hooks'

/** The context of every log line that is written during one call or run. */
export interface LogContext {
  readonly requestId?: string
  readonly runId?: string
  readonly flowId?: string
  readonly organizationId?: string
}

const storage = new AsyncLocalStorage<LogContext>()

/** The context of the caller's call or run; nothing outside of them. */
export const logContext = (): LogContext => storage.getStore() ?? {}

/** Runs the work with this context, so that its log lines include it at any depth of calls. */
export const withLogContext = <T>(context: LogContext, work: () => T): T =>
  storage.run({ ...storage.getStore(), ...context }, work)
