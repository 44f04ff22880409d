import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import type { RangeSharing } from '../../src/engine/move/ranges/range-sharing.ts'
import type { MeasuredShare } from './assistant-process.ts'

const ASSISTANT_PROCESS = fileURLToPath(new URL('./assistant-process.ts', import.meta.url))

/** So many processes that take ranges as other workers would, once they are offered. */
export async function startAssistants(count: number, ends: Omit<MeasuredShare, 'share'>): Promise<RangeSharing> {
  const children = await Promise.all(
    Array.from({ length: count }, async (): Promise<ChildProcess> => {
      const child = fork(ASSISTANT_PROCESS, [], { execArgv: [] })
      await once(child, 'message')
      return child
    }),
  )
  return {
    share: async (share) => {
      for (const child of children) child.send({ ...ends, share } satisfies MeasuredShare)
      return async () => {
        for (const child of children) if (child.connected) child.disconnect()
      }
    },
  }
}
