import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { clientPackages, writeLicences } from '../../src/bootstrap/packaging/write-licences.mjs'

/** What may be passed on without more than its own text. */
const PERMISSIVE = /^(MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|Unlicense|CC0-1\.0|BlueOak-1\.0\.0|MIT-0)$/

it('the package names every licence of the client with its text, and the build tools with licences of their own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-licences-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'licences.txt')
  writeLicences(file)
  const text = readFileSync(file, 'utf8')

  const packages = Object.entries(clientPackages())
  expect(packages.length).toBeGreaterThan(50)
  for (const [path, { version }] of packages)
    expect(text).toContain(`${path.replace(/^.*node_modules\//, '')} ${version}`)
  for (const words of ['Inter', 'SIL Open Font License', 'lightningcss (MPL-2.0)', 'caniuse-lite (CC-BY-4.0'])
    expect(text).toContain(words)
})

it('no package of the client has a licence with conditions that nobody has looked at', () => {
  const packages = Object.entries(clientPackages())
  const special = packages.filter(([, { license }]) => !PERMISSIVE.test(license ?? ''))
  expect(special.map(([path, { license }]) => `${path} ${license}`)).toEqual([
    'node_modules/@fontsource-variable/inter OFL-1.1',
    'node_modules/@visx/vendor MIT and ISC',
    // What a package of the client needs where it is built, which ends up in no file.
    'node_modules/caniuse-lite CC-BY-4.0',
  ])
})
