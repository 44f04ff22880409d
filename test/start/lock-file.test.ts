import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { ROOT } from './launch.ts'

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

const read = (name: string) => JSON.parse(readFileSync(join(ROOT, name), 'utf8')) as unknown
const { dependencies, devDependencies } = read('package.json') as Manifest
const { packages } = read('package-lock.json') as {
  packages: Readonly<Record<string, Partial<Manifest> & { integrity?: string; resolved?: string }>>
}

it('locks what package.json asks for', () => {
  expect(packages['']).toMatchObject({ dependencies, devDependencies })
})

it('asks for exact versions', () => {
  const versions = Object.values({ ...dependencies, ...devDependencies })
  expect(versions.filter((version) => !/^(npm:[^@]+@)?\d+\.\d+\.\d+/.test(version))).toEqual([])
})

it('knows what every package must contain, and names no host to fetch it from', () => {
  const entries = Object.entries(packages).filter(([path]) => path !== '')
  expect(entries.length).toBeGreaterThan(500)
  expect(entries.filter(([, entry]) => !entry.integrity || entry.resolved).map(([path]) => path)).toEqual([])
})
