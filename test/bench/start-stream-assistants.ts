import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import type { StreamOwner, StreamSharing } from '../../src/engine/move/streams/stream-sharing.ts'
import type { MeasuredStreams, StreamAnswer } from './stream-assistant-process.ts'

const PROCESS = fileURLToPath(new URL('./stream-assistant-process.ts', import.meta.url))

/** So many processes that move streams as other workers would, once they are offered. */
export async function startStreamAssistants(
  count: number,
  run: Omit<MeasuredStreams, 'share'>,
): Promise<StreamSharing> {
  let epoch = BigInt(run.epoch)
  const children = await Promise.all(
    Array.from({ length: count }, async (): Promise<ChildProcess> => {
      const child = fork(PROCESS, [], { execArgv: [] })
      await once(child, 'message')
      // They end with this process, whether anything was offered or not.
      child.unref()
      child.channel?.unref()
      return child
    }),
  )
  const answer = (child: ChildProcess, owner: StreamOwner) => {
    let given: readonly string[] = []
    return ({ kind, report }: StreamAnswer) => {
      if (report) owner.receive(String(child.pid), report)
      if (kind !== 'ask') return
      owner.takeBack(given)
      given = owner.give(count + 1)
      child.send({ entities: given, epoch: String(++epoch) })
    }
  }
  return {
    newEpoch: async () => ++epoch,
    offer: async (share, owner) => {
      for (const child of children) {
        child.on('message', answer(child, owner))
        child.send({ ...run, share } satisfies MeasuredStreams)
      }
      return {
        end: async () => {
          for (const child of children) if (child.connected) child.disconnect()
        },
      }
    },
  }
}
