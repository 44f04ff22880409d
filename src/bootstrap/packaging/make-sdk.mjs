import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

import { npm } from '../npm.mjs'
import { PINNED_NODE, ROOT } from '../places.mjs'
import { runProgram } from '../run-program.mjs'
import { runtimeDependencies } from './runtime-packages.mjs'
import { filesOf, toJavaScript, withCompiledNames } from './to-javascript.mjs'

/** The client, and what its rows are made of. */
const PARTS = ['sdk', 'contract', 'core/catalog']

const LEFT_OUT = /\.test\.ts$|[\\/]sdk[\\/]mcp[\\/]/

/** What a program imports: `@millrace/sdk`, `@millrace/sdk/routes`, `@millrace/sdk/error`. */
const EXPORTS = { '.': 'sdk/connect', './routes': 'contract/routes', './error': 'sdk/millrace-error' }

/** Makes the package of the client for TypeScript and JavaScript in the folder. */
async function makeSdk(folder) {
  await runProgram(PINNED_NODE, [join('node_modules', 'typescript-7', 'bin', 'tsc'), '-b', join('src', 'sdk')])
  const content = mkdtempSync(join(tmpdir(), 'millrace-sdk-'))
  try {
    for (const part of PARTS) {
      compile(join(ROOT, 'src', part), join(content, part), /\.ts$/, '.js', toJavaScript)
      compile(declarationsOf(part), join(content, part), /\.d\.ts$/, '.d.ts', withCompiledNames)
    }
    for (const name of ['LICENSE', 'CHANGELOG.md']) copyFileSync(join(ROOT, name), join(content, name))
    copyFileSync(join(ROOT, 'src', 'sdk', 'README.md'), join(content, 'README.md'))
    writeFileSync(join(content, 'package.json'), `${JSON.stringify(manifestOf(content), null, 2)}\n`)
    await npm('pack', content, '--pack-destination', folder)
  } finally {
    rmSync(content, { recursive: true })
  }
}

/** Where the compiler writes them, by the tsconfig of each layer. */
const declarationsOf = (part) => join(ROOT, 'node_modules', '.cache', 'tsc', part)

function compile(from, to, ending, compiled, change) {
  for (const file of filesOf(from).filter((path) => ending.test(path) && !LEFT_OUT.test(path))) {
    const target = join(to, relative(from, file)).replace(ending, compiled)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, change(readFileSync(file, 'utf8')))
  }
}

function manifestOf(content) {
  const { version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const exported = Object.entries(EXPORTS).map(([name, path]) => [
    name,
    { types: `./${path}.d.ts`, default: `./${path}.js` },
  ])
  return {
    name: '@millrace/sdk',
    version,
    license,
    type: 'module',
    sideEffects: false,
    description: 'Calls of the Millrace API, typed by its contract',
    exports: Object.fromEntries(exported),
    dependencies: runtimeDependencies(content),
  }
}

await makeSdk(process.argv[2])
