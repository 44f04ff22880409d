import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { readSettings } from './settings.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-settings-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const written = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

it('takes variables from the file that is named, and prefers the environment', () => {
  const file = written('shop.env', 'PORT=4001\nLOG_LEVEL=debug\n')
  const { environment, sources, problems } = readSettings({ LOG_LEVEL: 'warn', MILLRACE_CONFIG: file })
  expect(environment).toMatchObject({ PORT: '4001', LOG_LEVEL: 'warn' })
  expect(Object.fromEntries(sources)).toEqual({
    PORT: `${file}, line 1`,
    LOG_LEVEL: 'environment',
    MILLRACE_CONFIG: 'environment',
  })
  expect(problems).toEqual([])
})

it('prefers the file of the command line to that of the environment', () => {
  const other = written('other.env', 'PORT=1')
  expect(readSettings({ MILLRACE_CONFIG: other }, written('shop.env', 'PORT=2')).environment['PORT']).toBe('2')
})

it('refuses a file that is not there, because it was meant', () => {
  expect(() => readSettings({}, join(folder, 'none.env'))).toThrow(/none\.env cannot be read \(ENOENT\)\.$/)
})

it.each([
  ['LOGLEVEL=debug', 'there is no variable LOGLEVEL. Did you mean LOG_LEVEL?'],
  ['DATABASE_URI=x', 'there is no variable DATABASE_URI. Did you mean DATABASE_URL?'],
  ['MASTER_KEY_FIEL=x', 'there is no variable MASTER_KEY_FIEL. Did you mean MASTER_KEY_FILE?'],
  ['COLOUR_OF_THE_ROOF=red', 'there is no variable COLOUR_OF_THE_ROOF. "millrace config" lists all of them.'],
  ['MILLRACE_CONFIG=a', 'MILLRACE_CONFIG can only be set in the environment.'],
])('says what is wrong with the line %s', (line, sentence) => {
  const file = written('shop.env', `# first\n${line}\n`)
  expect(readSettings({}, file).problems).toEqual([`${file}, line 2: ${sentence}`])
})

it('reads a secret from a file of its own, without the end of its line', () => {
  const key = written('master-key', 'a secret\n')
  const { environment, sources, secretFiles } = readSettings({ MASTER_KEY_FILE: key })
  expect(environment['MASTER_KEY']).toBe('a secret')
  expect(sources.get('MASTER_KEY')).toBe(`environment: ${key}`)
  expect(secretFiles).toEqual([key])
})

it('reads only secrets from files of their own', () => {
  expect(readSettings({ PORT_FILE: written('port', '4001') }).environment['PORT']).toBeUndefined()
})

it('says which secret has two values, and which file is missing', () => {
  const key = written('master-key', 'a secret')
  expect(readSettings({ MASTER_KEY: 'x', MASTER_KEY_FILE: key }).problems).toEqual([
    'MASTER_KEY and MASTER_KEY_FILE must not be set both.',
  ])
  expect(readSettings({ SMTP_URL_FILE: join(folder, 'none') }).problems).toEqual([
    `SMTP_URL_FILE: The file ${join(folder, 'none')} cannot be read (ENOENT).`,
  ])
})
