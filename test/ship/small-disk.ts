import { spawn } from 'node:child_process'
import { closeSync, openSync, readlinkSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

import { errorCode } from '../../src/server/host/start-failure.ts'
import { PROGRAM } from '../start/installation.ts'
import { launch, temporaryFolder } from '../start/launch.ts'

/** A real file system of its own, which only the commands that are started on it see. */
export interface Disk {
  /** Its name for those commands. */
  readonly folder: string
  /** Its name for the test. */
  readonly fromOutside: string
  start(words: readonly string[], env?: Readonly<Record<string, string>>): ReturnType<typeof launch>
  /** A command to its end. */
  run(
    words: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<{ code: number | null; out: string; err: string }>
  /** Takes all room but so many bytes. */
  fill(left?: number): void
  /** Gives it back. */
  free(): void
}

const MIB = 1024 * 1024
const holders = new Set<ReturnType<typeof spawn>>()

/** A disk of this size; or, with `readOnly`, that folder as one on which nothing can be written. It needs bubblewrap. */
export async function mountDisk(kind: { readonly megabytes: number } | { readonly readOnly: string }): Promise<Disk> {
  const folder = 'readOnly' in kind ? kind.readOnly : await temporaryFolder('disk')
  const mount =
    'readOnly' in kind ? ['--ro-bind', folder, folder] : ['--size', String(kind.megabytes * MIB), '--tmpfs', folder]
  const options = ['--dev-bind', '/', '/', ...mount, '--die-with-parent', '--info-fd', '3']
  const holder = spawn('bwrap', [...options, 'sleep', 'infinity'], { stdio: ['ignore', 'inherit', 'inherit', 'pipe'] })
  holders.add(holder)
  const info = holder.stdio[3]
  if (!(info instanceof Readable)) throw new Error('bwrap says nothing')
  const { 'child-pid': child } = JSON.parse(await text(info)) as { 'child-pid': number }
  const pid = String(child)
  const fromOutside = `/proc/${pid}/root${folder}`
  while (!readlinkSync(`/proc/${pid}/exe`).endsWith('sleep')) await delay(20)
  const isRoot = process.getuid?.() === 0
  const enter = ['--target', pid, '--mount', ...(isRoot ? [] : ['--user', '--preserve-credentials'])]
  const start: Disk['start'] = (words, env) =>
    launch(join(folder, 'data'), {
      command: 'nsenter',
      args: [...enter, process.execPath, ...PROGRAM, ...words],
      ...(env && { env }),
    })
  const filler = join(fromOutside, 'filler')
  return {
    folder,
    fromOutside,
    start,
    run: async (words, env) => {
      const { exited, stdout, stderr } = start(words, env)
      const { code } = await exited
      return { code, out: stdout(), err: stderr() }
    },
    fill: (left = 0) => {
      const file = openSync(filler, 'w')
      const { bavail, bsize, blocks } = statfsSync(fromOutside)
      if ('readOnly' in kind || blocks * bsize !== kind.megabytes * MIB)
        throw new Error(`${fromOutside} is another disk`)
      try {
        for (let room = bavail * bsize - left; room > 0; room -= MIB) writeSync(file, Buffer.alloc(Math.min(room, MIB)))
      } catch (error) {
        // A server that runs on it has been faster.
        if (errorCode(error) !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler),
  }
}

export function unmountDisks(): void {
  for (const holder of holders) holder.kill('SIGKILL')
  holders.clear()
}
