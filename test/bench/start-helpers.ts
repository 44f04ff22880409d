import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import type { RangeHelp } from '../../src/engine/move/range-help.ts'
import type { MeasuredHelp } from './help-process.ts'

const HELP_PROCESS = fileURLToPath(new URL('./help-process.ts', import.meta.url))

/** So many processes that take ranges as other workers would, once they are offered. */
export async function startHelpers(count: number, ends: Omit<MeasuredHelp, 'offer'>): Promise<RangeHelp> {
  const children = await Promise.all(
    Array.from({ length: count }, async (): Promise<ChildProcess> => {
      const child = fork(HELP_PROCESS, [], { execArgv: [] })
      await once(child, 'message')
      return child
    }),
  )
  return {
    offer: async (offer) => {
      for (const child of children) child.send({ ...ends, offer } satisfies MeasuredHelp)
      return async () => {
        for (const child of children) if (child.connected) child.disconnect()
      }
    },
  }
}
