import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { VERSION } from '../../src/server/host/version.ts'
import { cleanUp, ROOT, temporaryFolder } from '../start/launch.ts'

let scratch: string
let clone: string
let released: string
let printed: string

const git = (...words: string[]) => execFileSync('git', ['-C', clone, ...words], { encoding: 'utf8' }).trim()

/** A clone whose changelog describes the version, as the steps in CONTRIBUTING.md leave it, with our packages. */
beforeAll(async () => {
  scratch = await temporaryFolder('release')
  clone = join(scratch, 'clone')
  released = join(scratch, 'released')
  execFileSync('git', ['clone', '--quiet', '--no-tags', ROOT, clone])
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.com')
  const changelog = join(clone, 'CHANGELOG.md')
  const text = readFileSync(changelog, 'utf8').replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${VERSION}]\n`)
  writeFileSync(changelog, text)
  git('commit', '--quiet', '--all', '--message', 'chore: release')
  execFileSync('cp', ['--archive', '--reflink=auto', join(ROOT, 'node_modules'), join(clone, 'node_modules')])
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'release', '-f', join(scratch, 'key')])
  printed = execFileSync('npm', ['run', 'release', '--', '--to', released, '--key', join(scratch, 'key')], {
    cwd: clone,
    encoding: 'utf8',
  })
}, 900_000)
afterAll(async () => {
  rmSync(scratch, { recursive: true, force: true })
  await cleanUp()
})

it('is tagged at its commit, and says how the tag is pushed', () => {
  expect(git('rev-parse', `v${VERSION}^{commit}`)).toBe(git('rev-parse', 'HEAD'))
  expect(git('cat-file', '-t', `v${VERSION}`)).toBe('tag')
  expect(printed).toContain(`push it with: git push origin v${VERSION}`)
  expect(git('status', '--porcelain')).toBe('')
})

it('has the notes of the version, the package, the bundle and the SDK, and sums of all of them', () => {
  const title = `millrace-${VERSION}-${process.platform}-${process.arch}`
  expect(new Set(readdirSync(released))).toEqual(
    new Set([
      'NOTES.md',
      'SHA256SUMS',
      'SHA256SUMS.sig',
      `millrace-${VERSION}.tgz`,
      `millrace-sdk-${VERSION}.tgz`,
      ...['.tar.gz', '.tar.gz.sha256', '.licences.txt', '.cdx.json'].map((ending) => title + ending),
    ]),
  )
  expect(readFileSync(join(released, 'NOTES.md'), 'utf8')).toMatch(/^### Added\n/)
  const checked = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: released, encoding: 'utf8' })
  expect(checked.trim().split('\n')).toHaveLength(7)
})

it('is signed, and a changed sum is noticed', () => {
  const signers = join(scratch, 'allowed_signers')
  writeFileSync(signers, `release ${readFileSync(join(scratch, 'key.pub'), 'utf8')}`)
  const sums = readFileSync(join(released, 'SHA256SUMS'), 'utf8')
  const verify = (input: string) =>
    execFileSync(
      'ssh-keygen',
      ['-Y', 'verify', '-f', signers, '-I', 'release', '-n', 'file', '-s', join(released, 'SHA256SUMS.sig')],
      { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] },
    )
  expect(verify(sums)).toContain('Good "file" signature for release')
  expect(() => verify(sums.replace(/^./, '-'))).toThrow()
})

it('is made once: a second one of the same version is refused', () => {
  const again = () => execFileSync('npm', ['run', 'release'], { cwd: clone, encoding: 'utf8', stdio: 'pipe' })
  expect(again).toThrow(`v${VERSION} exists already; set the next version in package.json`)
})
