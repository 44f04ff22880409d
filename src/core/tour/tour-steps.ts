import type { TourState } from '../catalog/tour-states.ts'
import { type Connection, isDestination, isSource } from '../connections/connection.ts'
import type { Flow } from '../flows/flow.ts'
import type { Integration } from '../integrations/integration.ts'
import type { Preferences } from '../preferences/preferences.ts'
import type { Profile } from '../profile/profile.ts'

export type TourStepName = 'connect' | 'source' | 'destination' | 'flow' | 'run'

export interface TourStep {
  readonly name: TourStepName
  readonly isDone: boolean
  /** What it builds on exists. */
  readonly isReady: boolean
}

export interface Made {
  readonly integrations: readonly Integration[]
  readonly connections: readonly Connection[]
  readonly flows: readonly Flow[]
}

/** The five steps of a newcomer to the first moved rows, as far as the organization has made them. */
export function tourStepsOf({ integrations, connections, flows }: Made): readonly TourStep[] {
  const hasSource = connections.some(isSource)
  const hasDestination = connections.some(isDestination)
  const hasFlow = flows.length > 0
  return [
    // Databases have credentials of their own, which are no account.
    { name: 'connect', isDone: integrations.some(({ mergedIntegration }) => !mergedIntegration), isReady: true },
    { name: 'source', isDone: hasSource, isReady: true },
    { name: 'destination', isDone: hasDestination, isReady: true },
    { name: 'flow', isDone: hasFlow, isReady: hasSource && hasDestination },
    { name: 'run', isDone: flows.some(({ lastRun }) => lastRun !== undefined), isReady: hasFlow },
  ]
}

const isLeftToDo = ({ name, isDone }: TourStep) => !isDone && name !== 'connect'

/** Whether nothing is left to do; an account is needed by some types only. */
export const isComplete = (steps: readonly TourStep[]): boolean => !steps.some(isLeftToDo)

/** What a newcomer sees: of steps that somebody else or the sample data did, only those that are left. */
export function shownTourSteps(steps: readonly TourStep[]): readonly TourStep[] {
  const hasFlow = steps.some(({ name, isDone }) => name === 'flow' && isDone)
  if (isComplete(steps)) return steps.filter(({ isDone }) => isDone)
  return hasFlow ? steps.filter(isLeftToDo) : steps
}

/** The step to recommend; never *connect*, which databases do not need. Nothing after the last one. */
export const nextTourStep = (steps: readonly TourStep[]): TourStepName | undefined => steps.find(isLeftToDo)?.name

const STEP_OF_PAGE: Readonly<Record<string, TourStepName>> = {
  integrations: 'connect',
  sources: 'source',
  destinations: 'destination',
  flows: 'flow',
  floweditor: 'run',
  runs: 'run',
}

/** The step that a page explains: its own until it is done, then the next one; after the last one its own again. */
export function tourStepOn(pathname: string, steps: readonly TourStep[]): TourStepName | undefined {
  const own = STEP_OF_PAGE[pathname.split('/')[1] ?? '']
  const isOwnDone = steps.some(({ name, isDone }) => name === own && isDone)
  return own && !isOwnDone ? own : (nextTourStep(steps) ?? own)
}

/** `offered` to newcomers in an organization that has not moved rows; `on` once they started it, or started it again. */
export function tourOf(
  profile: Profile | null,
  { tour }: Preferences,
  steps: readonly TourStep[],
): 'offered' | 'on' | 'over' {
  const state: TourState | undefined = profile?.tour ?? (tour === 'over' ? 'ended' : undefined)
  if (state === 'started') return 'on'
  return state === 'ended' || isComplete(steps) ? 'over' : 'offered'
}
