import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { orExplain } from '../or-explain.mjs'
import { PINNED_NODE, ROOT } from '../places.mjs'
import { runProgram } from '../run-program.mjs'
import { step } from '../step.mjs'
import { releaseNotes } from './release-notes.mjs'
import { writeSums } from './write-sums.mjs'

const { values } = parseArgs({
  options: {
    /** The folder for the files of the release. */
    to: { type: 'string', default: 'release' },
    /** A private SSH key; the sums are signed with it. */
    key: { type: 'string' },
    /** Checks and builds, and makes no tag. */
    'dry-run': { type: 'boolean', default: false },
  },
})

// `npm run release`: checks, builds the package, the bundle and the SDK, writes their sums and the notes, signs, and makes the tag.
await orExplain(async () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const tag = `v${version}`
  const target = resolve(values.to)
  refuseUnready(tag)
  const notes = releaseNotes(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version)

  await step('Testing', () => runProgram(PINNED_NODE, [join('src', 'bootstrap', 'test.mjs'), '--check']))
  mkdirSync(target, { recursive: true })
  await step('Building', () => runProgram(PINNED_NODE, [join('src', 'bootstrap', 'packaging', 'bundle.mjs'), target]))
  await runProgram(PINNED_NODE, [join('src', 'bootstrap', 'sdk.mjs'), target])
  writeFileSync(join(target, 'NOTES.md'), notes)
  const sums = await writeSums(target)
  if (values.key) {
    // Checked with: ssh-keygen -Y verify -f allowed_signers -I release -n file -s SHA256SUMS.sig < SHA256SUMS
    await runProgram('ssh-keygen', ['-q', '-Y', 'sign', '-f', resolve(values.key), '-n', 'file', sums])
  }
  if (!values['dry-run']) git('tag', '--annotate', '--message', `Millrace ${version}`, tag)
  console.log(
    `Millrace ${version} is in ${target}.${values['dry-run'] ? ' No tag was made.' : ` The tag is ${tag}; push it with: git push origin ${tag}`}`,
  )
})

/** @throws when this commit cannot be the release */
function refuseUnready(tag) {
  if (git('status', '--porcelain') !== '')
    throw new Error('There are changes that are not committed; a release is a commit.')
  if (git('tag', '--list', tag) !== '')
    throw new Error(`${tag} exists already; set the next version in package.json, and describe it in CHANGELOG.md.`)
}

function git(...args) {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
}
