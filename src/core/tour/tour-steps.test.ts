import { describe, expect, it } from 'vitest'

import { aConnection, aFlow } from '../../../test/support/builders.ts'
import { isComplete, type Made, nextTourStep, shownTourSteps, tourOf, tourStepOn, tourStepsOf } from './tour-steps.ts'

const AWS = { id: 'integration-1', name: 'AWS', type: 'aws', mergedIntegration: false }
const NOTHING: Made = { integrations: [], connections: [], flows: [] }
const SOURCE: Made = { ...NOTHING, connections: [aConnection({ capability: 'source' })] }
const BOTH: Made = { ...NOTHING, connections: [aConnection({ capability: 'both' })] }
const MOVED: Made = { ...BOTH, flows: [aFlow({ lastRun: { id: 'run-1', status: 'succeeded' } })] }

const done = (made: Made) =>
  tourStepsOf(made)
    .filter(({ isDone }) => isDone)
    .map(({ name }) => name)

describe('the tour', () => {
  it('follows what the organization has made', () => {
    expect(done(NOTHING)).toEqual([])
    expect(done({ ...NOTHING, integrations: [AWS] })).toEqual(['connect'])
    expect(done(SOURCE)).toEqual(['source'])
    expect(done(BOTH)).toEqual(['source', 'destination'])
    expect(done({ ...BOTH, flows: [aFlow()] })).toEqual(['source', 'destination', 'flow'])
    expect(isComplete(tourStepsOf(MOVED))).toBe(true)
  })

  it('offers a flow only between two ends, and a run only of a flow', () => {
    const ready = (made: Made) => tourStepsOf(made).flatMap(({ name, isReady }) => (isReady ? [name] : []))
    expect(ready(SOURCE)).toEqual(['connect', 'source', 'destination'])
    expect(ready(BOTH)).toContain('flow')
    expect(ready(BOTH)).not.toContain('run')
  })

  it('shows one step where the sample data did the others, and no tick for what nobody did', () => {
    const shown = (made: Made) => shownTourSteps(tourStepsOf(made)).map(({ name }) => name)
    expect(shown(NOTHING)).toHaveLength(5)
    expect(shown({ ...BOTH, flows: [aFlow()] })).toEqual(['run'])
    expect(shown(MOVED)).toEqual(['source', 'destination', 'flow', 'run'])
  })

  it('recommends the source first, because a database needs no account', () => {
    expect(nextTourStep(tourStepsOf(NOTHING))).toBe('source')
    expect(nextTourStep(tourStepsOf(MOVED))).toBeUndefined()
  })

  it('explains the step of a page until it is done, and then what follows', () => {
    expect(tourStepOn('/sources', tourStepsOf(NOTHING))).toBe('source')
    expect(tourStepOn('/sources', tourStepsOf(SOURCE))).toBe('destination')
    expect(tourStepOn('/integrations', tourStepsOf(NOTHING))).toBe('connect')
    expect(tourStepOn('/organization-settings', tourStepsOf(NOTHING))).toBe('source')
    expect(tourStepOn('/floweditor/flow-1', tourStepsOf(MOVED))).toBe('run')
    expect(tourStepOn('/organization-settings', tourStepsOf(MOVED))).toBeUndefined()
  })

  it('is offered to newcomers until rows have moved, and to everybody who starts it again', () => {
    const steps = tourStepsOf(NOTHING)
    expect(tourOf({}, {}, steps)).toBe('offered')
    expect(tourOf({}, {}, tourStepsOf(MOVED))).toBe('over')
    expect(tourOf({ tour: 'started' }, {}, tourStepsOf(MOVED))).toBe('on')
    expect(tourOf({ tour: 'ended' }, {}, steps)).toBe('over')
    expect(tourOf({}, { tour: 'over' }, steps)).toBe('over')
    expect(tourOf({ tour: 'started' }, { tour: 'over' }, steps)).toBe('on')
  })
})
