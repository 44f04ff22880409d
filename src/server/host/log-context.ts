import { AsyncLocalStorage } from 'node:async_hooks'

import type { TraceContext } from './tracing.ts'

/** The context of every log line that is written during one call or run. */
export interface LogContext {
  readonly requestId?: string
  readonly runId?: string
  readonly flowId?: string
  readonly organizationId?: string
}

const storage = new AsyncLocalStorage<LogContext>()

const traces = new AsyncLocalStorage<TraceContext>()

/** The context of the caller's call or run; nothing outside of them. */
export const logContext = (): LogContext => storage.getStore() ?? {}

/** The span of the caller's call; nothing outside of calls, and if none is recorded. */
export const currentTrace = (): TraceContext | undefined => traces.getStore()

/** Runs the work as a part of this span. */
export const withTrace = <T>(context: TraceContext, work: () => T): T => traces.run(context, work)

/** Runs the work with this context, so that its log lines include it at any depth of calls. */
export const withLogContext = <T>(context: LogContext, work: () => T): T =>
  storage.run({ ...storage.getStore(), ...context }, work)

/** Runs the work as a part of no call and no run, also within one: what it starts outlives them. */
export const outsideOfCalls = <T>(work: () => T): T => storage.exit(() => traces.exit(work))
