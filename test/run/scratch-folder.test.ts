import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { isInMemory, makeScratchFolder } from '../support/scratch-folder.ts'

/** Makes a folder in a process of its own, which is killed. @returns where it was */
function leaveBehind(): string {
  const module = JSON.stringify(join(import.meta.dirname, '../support/scratch-folder.ts'))
  const program = `import { makeScratchFolder } from ${module}
    process.stdout.write(makeScratchFolder('left'), () => process.kill(process.pid, 'SIGKILL'))`
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }).stdout
}

it('what a killed run left in memory is removed by the next, and nothing of one that goes on', () => {
  const own = makeScratchFolder('own')
  const left = leaveBehind()
  expect(existsSync(left)).toBe(true)
  const next = makeScratchFolder('next')
  // The system looks after what lies on the disk.
  expect([existsSync(left), existsSync(own)]).toEqual([!isInMemory(left), true])
  for (const folder of [own, left, next]) rmSync(folder, { recursive: true, force: true })
})
