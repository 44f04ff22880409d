import { Duplex } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { LaunchedStepProcess } from './launch-step-process.ts'
import { STEP_LIMITS } from './step-limits.ts'
import { StepProcess } from './step-process.ts'

/** A process that never answers, and has worked for a part of the time. */
function silent(part: number): LaunchedStepProcess {
  const begun = performance.now()
  return {
    socket: new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() }),
    ended: new Promise(() => {}),
    kill: () => {},
    processorSeconds: () => ((performance.now() - begun) / 1_000) * part,
  } as unknown as LaunchedStepProcess
}

describe('a process for steps that does not answer', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each([
    { why: 'at its time limit, because its step is slow', part: 1, ended: 10 },
    { why: 'later where the machine gave it little time, because then the machine is busy', part: 0.1, ended: 30 },
  ])('is ended $why', async ({ part, ended }) => {
    const steps = new StepProcess(silent(part), { ...STEP_LIMITS, seconds: 10 }, '/tmp/steps')
    const code = vi.fn()
    const bound = steps
      .bind({} as Parameters<StepProcess['bind']>[0])
      .catch((error: { problem: { code: string } }) => code(error.problem.code))

    await vi.advanceTimersByTimeAsync((ended - 1) * 1_000)
    expect(code).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_001)
    await bound
    expect(code).toHaveBeenCalledWith('PREVIEW_TOO_SLOW')
  })
})
