import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { filesOfFolder } from './folder-files.ts'

const before = process.cwd()
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-code-'))
  process.chdir(folder)
})
afterEach(() => {
  process.chdir(before)
  rmSync(folder, { recursive: true })
})

function write(path: string, text: string) {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}

it.each([['.'], ['./'], ['..'], ['absolute']])('reads what is ours in a repository, as the folder %s', (way) => {
  write('code/flows/orders.yaml', 'millrace: 1\n')
  write('code/elsewhere/shop.yml', '# a comment\nmillrace: 1\n')
  write('code/connections/broken.yaml', ': no YAML')
  write('code/compose.yaml', 'services: {}\n')
  write('code/deploy/values.yaml', 'image: millrace\n')
  write('code/.github/flow.yaml', 'millrace: 1\n')
  write('code/node_modules/other/flow.yaml', 'millrace: 1\n')
  write('code/flows/readme.md', 'millrace: 1\n')
  mkdirSync(join(folder, 'code/deeper'))
  process.chdir(join(folder, way === '..' ? 'code/deeper' : 'code'))
  const names = filesOfFolder(way === 'absolute' ? join(folder, 'code') : way).map(({ name }) => name)
  expect(names).toEqual(['connections/broken.yaml', 'elsewhere/shop.yml', 'flows/orders.yaml'])
})

it('follows links to files and folders, as Kubernetes mounts them, and not in circles', () => {
  write('code/..data/orders.yaml', 'millrace: 1\n')
  write('shared/shop.yaml', 'millrace: 1\n')
  const links = { 'orders.yaml': '..data/orders.yaml', shared: '../shared', again: '.', 'gone.yaml': 'nowhere.yaml' }
  for (const [name, to] of Object.entries(links)) symlinkSync(to, join(folder, 'code', name))
  const names = filesOfFolder(join(folder, 'code')).map(({ name }) => name)
  expect(names).toEqual(['orders.yaml', 'shared/shop.yaml'])
})

it('says how a folder is made that does not exist', () => {
  expect(() => filesOfFolder('shop')).toThrow('There is no folder shop. "millrace pull shop" makes it.')
})
