import type { Route } from '../../contract/route.ts'
import type { ROUTES, RouteName } from '../../contract/routes.ts'
import type { Answer, Call } from './handler.ts'

/**
 * Calls that reach another system, or read what people wrote: files, certificates, keys. Their work is done in a process of tasks, because it can take
 * all of a process. They are authorized, validated and limited here like all others.
 */
export const TASK_CALLS = [
  'testUnsavedConnection',
  'testConnection',
  'discoverConnection',
  'findRefusals',
  'showRows',
  'previewFlow',
  'planStream',
  'planStructure',
  'planTargets',
  'estimateFlow',
  'getFlowEstimate',
  'countBackfill',
  'checkMirror',
  'changeTarget',
  'showFlowRows',
  'createSampleData',
  'addStandIn',
  'createIntegration',
  'updateIntegration',
  'cloneConnection',
  'exportCode',
  'planCode',
  'tryCode',
  'proposeFlow',
  'applyCode',
] as const satisfies readonly RouteName[]

export type TaskCallName = (typeof TASK_CALLS)[number]

export const isTaskCall = (name: RouteName): name is TaskCallName => TASK_CALLS.some((known) => known === name)

/** Each of these also has a process for steps. */
export const CALLS_WITH_STEPS: readonly TaskCallName[] = [
  'previewFlow',
  'planStream',
  'planStructure',
  'estimateFlow',
  'getFlowEstimate',
  'showFlowRows',
]

/** Their work goes on when the caller has gone, as that of all other calls that change something. */
export const CALLS_THAT_CHANGE: readonly TaskCallName[] = [
  'changeTarget',
  'createSampleData',
  'addStandIn',
  'createIntegration',
  'updateIntegration',
  'cloneConnection',
  'proposeFlow',
  'applyCode',
]

/** These change something in another system, whose commits nobody announces. */
export const CALLS_THAT_CHANGE_OTHERS: readonly TaskCallName[] = ['changeTarget']

/** What a process of tasks gets of a call. It is plain, because it is sent there. */
export interface PlainCall<R extends Route = Route>
  extends Pick<Call<R>, 'principal' | 'member' | 'params' | 'query' | 'body'> {
  /** Of the state that the caller has seen; absent: any. */
  readonly version: number | undefined
}

/** @param signal aborted when the caller has gone. @returns the row's response, as plain values */
export type TaskHandler<R extends Route> = (call: PlainCall<R> & { readonly signal: AbortSignal }) => Promise<Answer<R>>

/** One function per call of tasks: a missing one does not compile. */
export type TaskHandlers = { readonly [Name in TaskCallName]: TaskHandler<(typeof ROUTES)[Name]> }
