import { Socket } from 'node:net'

import { limitRowMemory } from '../formats/row-memory.ts'
import type { RowSink } from '../ports/source.ts'
import { openDuckdb } from '../transform/duckdb/open-duckdb.ts'
import { limitStepResources } from '../transform/duckdb/step-resources.ts'
import { Channel } from './channel.ts'
import { type MessageFromProcess, type MessageToProcess, type Order, STEP_PROCESS_SOCKET } from './messages.ts'
import { StepWork } from './step-work.ts'

const MEGABYTE = 1 << 20

// Runs the steps of its parent, which ends it when it uses too much: it has none of the parent's memory, and no access to anything.
if (import.meta.main) {
  const [folder = '', row = '', megabytes = '', threads = '', fileMegabytes = ''] = process.argv.slice(2)
  // Its memory is limited as a whole, in which DuckDB counts too.
  limitRowMemory({ row: Number(row) * MEGABYTE, all: Infinity })
  limitStepResources({ megabytes: Number(megabytes), threads: Number(threads), fileMegabytes: Number(fileMegabytes) })
  const socket = new Socket({ fd: STEP_PROCESS_SOCKET })
  // Not `exit`, which would wait for DuckDB's current work.
  const die = () => process.kill(process.pid, 'SIGKILL')
  socket.once('close', die)
  socket.on('error', die)
  // A terminal and a service manager send them to all processes at once; our parent says when the work ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

  type Read = Pick<Extract<MessageToProcess, { kind: 'read' }>, 'rows' | 'isWhole'>
  let reading: { readonly sink: RowSink; readonly ended: (read: Read) => void } | undefined
  let sampled: ((rows: Extract<MessageToProcess, { kind: 'sampled' }>['rows']) => void) | undefined
  const send = (said: MessageFromProcess) => channel.send(said)
  const read = (request: MessageFromProcess, sink: RowSink, stop: AbortSignal): Promise<Read> => {
    const { promise, resolve } = Promise.withResolvers<Read>()
    reading = { sink, ended: resolve }
    stop.addEventListener('abort', () => send({ kind: 'enough' }), { once: true })
    send(request)
    return promise
  }
  const work = new StepWork({
    folder,
    send,
    sample: (stream) => {
      const { promise, resolve } = Promise.withResolvers<Extract<MessageToProcess, { kind: 'sampled' }>['rows']>()
      sampled = resolve
      send({ kind: 'sample', stream })
      return promise
    },
    readPartners: (wanted, sink, stop) => read({ kind: 'partners', wanted }, sink, stop),
    read: async (stream, columns, sink, stop) => (await read({ kind: 'read', stream, columns }, sink, stop)).rows,
    passOn: async (frames, rows) => {
      if (!channel.sendRows(frames, rows)) await channel.drained()
    },
  })
  const channel = new Channel(socket, {
    onMessage: (message) => {
      const received = message as MessageToProcess
      if (received.kind === 'sampled') sampled?.(received.rows)
      else if (received.kind === 'read') reading?.ended(received)
      else void obey(received)
    },
    onRows: (frames, rows) => {
      if (!reading || reading.sink.write(frames, rows)) return
      channel.pause()
      void reading.sink.drained().then(() => channel.resume())
    },
  })
  async function obey(order: Order): Promise<void> {
    const answer = await work.obey(order)
    if ('fault' in answer) send({ kind: 'broken', message: answer.fault.message, stack: answer.fault.stack ?? '' })
    else
      send('problem' in answer ? { kind: 'failed', problem: answer.problem } : { kind: 'done', answer: answer.value })
  }
  // Loaded early, so that the first user does not wait for it.
  void openDuckdb().then((duckdb) => duckdb.close())
}
