import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { readSettings } from '../main/settings.ts'
import { VARIABLES } from '../main/variables.ts'
import { runCommand } from './run-command.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-config-'))
  file = join(folder, 'shop.env')
})
afterEach(() => rmSync(folder, { recursive: true }))

async function shows(text: string, ...options: string[]) {
  writeFileSync(file, text)
  const printed: string[] = []
  const print = (line: string) => void printed.push(line)
  const code = await runCommand(['config', '--config', file, ...options], { print, complain: print })
  return { code, printed: printed.join('\n') }
}

it('shows where each variable is set, and nothing of a secret', async () => {
  const { code, printed } = await shows('PORT=4001\nSMTP_URL=smtps://me:hunter2@mail.example\n')
  expect(code).toBe(0)
  expect(printed).toMatch(/^PORT +4001 +.*shop\.env, line 1$/m)
  expect(printed).toMatch(/^SMTP_URL +set, 31 characters +.*shop\.env, line 2$/m)
  expect(printed).not.toContain('hunter2')
})

it('fails with every problem, whether of the file or of a value', async () => {
  const { code, printed } = await shows('PORT=many\nPROT=1\n')
  expect(code).toBe(1)
  expect(printed).toContain(`Problem: ${file}, line 2: there is no variable PROT. Did you mean PORT?`)
  expect(printed).toContain('Problem: PORT must be a whole number from 0 to 65535, but is "many".')
})

it('checks what the asked process needs', async () => {
  expect((await shows('', '--role', 'worker')).printed).toContain('DATABASE_URL must be set for "npm run worker"')
  expect(await shows('', '--role', 'cook')).toEqual({
    code: 1,
    printed: '--role must be start, api or worker, but is "cook".',
  })
})

it('is read by programs as JSON, with every variable', async () => {
  const { variables, problems } = JSON.parse((await shows('PORT=4001', '--json')).printed)
  expect(problems).toEqual([])
  expect(variables.map(({ name }: { name: string }) => name)).toEqual([...VARIABLES.keys()])
  expect(variables).toContainEqual({ name: 'STEP_MEMORY', value: '512', source: 'default' })
})

it('prints a file to begin with, which is valid once the signs in front of names are removed', async () => {
  const { printed } = await shows('', '--example')
  writeFileSync(file, printed.replaceAll(/^#([A-Z])/gm, '$1').replace(/^MILLRACE_CONFIG.*$/m, ''))
  const { problems, sources } = readSettings({}, file)
  expect(problems).toEqual([])
  expect(sources.size).toBe(VARIABLES.size - 1)
})
