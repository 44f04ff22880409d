import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'

import { NODE_PROCESS } from '../../src/bootstrap/process-flags.mjs'

const { NODE_COMPILE_CACHE } = NODE_PROCESS.environment

/** A program of the tests in a process of its own, to be killed: it would never keep what it compiles, so it finds what was compiled ahead. */
export const spawnTestProcess = (program: string, words: readonly string[] = []): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, [...NODE_PROCESS.flags, program, ...words], {
    env: { NODE_COMPILE_CACHE, ...process.env },
  })
