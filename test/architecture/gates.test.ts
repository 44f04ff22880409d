import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const node = process.execPath

/** What each gate must refuse. A gate that lets its canary live would let everything live. */
describe('the compiler refuses', () => {
  const canaries: { readonly layer: string; readonly source: string }[] = []
  /** @returns its number */
  const plant = (layer: string, source: string) => canaries.push({ layer, source }) - 1

  const folder = mkdtempSync(join(tmpdir(), 'millrace-canary-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Of all canaries; those of a layer are compiled together, as the compiler takes longest to read the layer. */
  const errors: string[] = []
  beforeAll(() => {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    for (const layer of new Set(canaries.map((canary) => canary.layer))) errors.push(...errorsIn(layer))
    expect(errors.filter((error) => !error.includes('canary-'))).toEqual([])
  })

  function errorsIn(layer: string): string[] {
    const own = join(folder, layer)
    mkdirSync(own)
    for (const [at, canary] of canaries.entries())
      if (canary.layer === layer) writeFileSync(join(own, `canary-${at}.ts`), canary.source)
    writeFileSync(
      join(own, 'tsconfig.json'),
      JSON.stringify({
        extends: join(root, `src/${layer}/tsconfig.json`),
        compilerOptions: { rootDir: '/', composite: false, emitDeclarationOnly: false, noEmit: true },
        include: [join(own, '*.ts')],
        references: [],
      }),
    )
    const compiler = [join(root, 'node_modules/typescript-7/bin/tsc'), '-p', own, '--pretty', 'false']
    const { stdout } = spawnSync(node, compiler, { encoding: 'utf8' })
    // What explains an error is indented below it.
    return stdout.split(/\n(?=\S)/).filter((error) => error.trim() !== '')
  }

  const check = (at: number) => errors.filter((error) => error.includes(`canary-${at}.ts`)).join('\n')

  it.each(
    [
      ['a timer in core', 'core', `setTimeout(() => undefined, 1)\nexport {}`, 'TS2304'],
      ['a request in core', 'core', `export const canary = fetch('/')`, 'TS2304'],
      ['the console in core', 'core', `console.log(1)\nexport {}`, 'TS2584'],
      ['Node in ui', 'ui', `export const canary = process.env`, 'TS2591'],
      ['the page in the server', 'server', `export const canary = document.title`, 'TS2584'],
      ['an enum', 'core', `export enum Canary { A }`, 'TS1294'],
      ['a parameter property', 'core', `export class Canary { constructor(readonly a: string) {} }`, 'TS1294'],
      ['an element that may be absent', 'core', `export const canary = (list: string[]): string => list[0]`, 'TS2322'],
    ].map(([name = '', layer = '', source = '', code = '']) => [name, plant(layer, source), code] as const),
  )('%s', (_, at, code) => {
    expect(check(at)).toContain(code)
  })

  const ENTRY = `{ summary: '' }`
  const ROW = `method: 'GET', path: '/v1/x', response: null, status: 200`
  const area = (entries: string, rows: string) => `
    import { routes } from '${join(root, 'src/contract/route.ts')}'
    const ENTRIES = ${entries}
    export const canary = routes<typeof ENTRIES>()(${rows})`
  it.each(
    [
      ['a call without an authorization row', `{ x: ${ENTRY} }`, `{ x: { ${ROW} } }`, "Property 'access' is missing"],
      ['a row without an entry', '{}', `{ x: { ${ROW}, access: 'public' } }`, 'TS2322'],
      ['an entry without a row', `{ x: ${ENTRY} }`, '{}', "Property 'x' is missing"],
      [
        'a row that keeps for the client what only the server reads',
        `{ x: ${ENTRY} }`,
        `{ x: { ${ROW}, access: 'public', summary: '' } }`,
        'TS2322',
      ],
    ].map(
      ([name = '', entries = '', rows = '', error = '']) =>
        [name, plant('contract', area(entries, rows)), error] as const,
    ),
  )('%s', (_, at, error) => {
    expect(check(at)).toContain(error)
  })

  const sent = (request: string) => `
    import { HttpClient } from '${join(root, 'src/adapters/http/http-client.ts')}'
    import { ROUTES } from '${join(root, 'src/contract/routes.ts')}'
    export const canary = (http: HttpClient) => http.send(ROUTES.updateMember, ${request})`
  it.each(
    [
      ['a request without its body', '{}', 'TS2345'],
      ['a request with a body of another shape', `{ body: { roles: ['nobody'] } }`, 'TS2322'],
    ].map(([name = '', request = '', code = '']) => [name, plant('adapters', sent(request)), code] as const),
  )('%s', (_, at, code) => {
    expect(check(at)).toContain(code)
  })

  const handler = (field: string) => `
    import type { Handlers } from '${join(root, 'src/server/http/handler.ts')}'
    export const canary: Partial<Handlers> = { updateMember: async ({ body }) => new Response(body.${field}.join()) }`
  const misread = plant('server', handler('role'))
  it('a handler that reads what its request does not have', () => {
    expect(check(misread)).toContain('TS2551')
  })

  it.each(
    [
      ['core', 'export const canary = 1'],
      ['contract', area(`{ x: ${ENTRY} }`, `{ x: { ${ROW}, access: 'public' } }`)],
      ['adapters', sent(`{ body: { roles: ['editor'] } }`)],
      ['server', handler('roles')],
    ].map(([layer = '', source = '']) => [layer, plant(layer, source)] as const),
  )('nothing of %s that is right', (_, at) => {
    expect(check(at)).toBe('')
  })
})

const LAYERS_OF_SHORT_FUNCTIONS = ['server', 'core', 'adapters', 'ui']

describe('the linter refuses', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-canary-'))
    const { vcs: _, ...rules } = JSON.parse(readFileSync(join(root, 'test/lint/house-rules.json'), 'utf8'))
    writeFileSync(join(folder, 'house-rules.json'), JSON.stringify(rules))
    for (const layer of LAYERS_OF_SHORT_FUNCTIONS) mkdirSync(join(folder, 'src', layer), { recursive: true })
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const check = (name: string, source: string) => {
    writeFileSync(join(folder, name), source)
    const biome = join(root, 'node_modules/.bin/biome')
    const { stdout, stderr } = spawnSync(biome, ['check', '--config-path=house-rules.json', name], {
      encoding: 'utf8',
      cwd: folder,
    })
    return stdout + stderr
  }

  it.each([
    [
      'a promise that nobody waits for',
      'canary.ts',
      `const save = async () => 1\nexport const run = () => {\n  save()\n}\n`,
      'noFloatingPromises',
    ],
    [
      'a switch that forgets a case',
      'canary.ts',
      `export const f = (kind: 'a' | 'b') => {\n  switch (kind) {\n    case 'a':\n      return 1\n  }\n  return 2\n}\n`,
      'useExhaustiveSwitchCases',
    ],
    ['any', 'canary.ts', `export const f = (value: any) => value\n`, 'noExplicitAny'],
    ['a default export', 'canary.ts', `export default 1\n`, 'noDefaultExport'],
    [
      'a skipped test',
      'canary.test.ts',
      `import { it } from 'vitest'\n\nit.skip('x', () => undefined)\n`,
      'noSkippedTests',
    ],
    ['a picture without words', 'canary.tsx', `export const Canary = () => <img src="x.png" />\n`, 'useAltText'],
    [
      'a label without a control',
      'canary.tsx',
      `export const Canary = () => <label>Name</label>\n`,
      'noLabelWithoutControl',
    ],
    ...LAYERS_OF_SHORT_FUNCTIONS.map((layer): [string, string, string, string] => [
      `a function of more than 60 lines in ${layer}`,
      `src/${layer}/canary.ts`,
      `export function f(a: number[]) {\n${'  a.push(1)\n'.repeat(61)}}\n`,
      'noExcessiveLinesPerFunction',
    ]),
    ['code out of format', 'canary.ts', `export const a = "x";\n`, 'format'],
  ])('%s', (_, name, source, rule) => {
    expect(check(name, source)).toContain(rule)
  })
})

describe('the dead-code check refuses', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-canary-'))
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'canary', type: 'module' }))
    writeFileSync(join(folder, 'knip.json'), JSON.stringify({ entry: ['main.ts'], project: ['*.ts'] }))
    writeFileSync(join(folder, 'main.ts'), `import { used } from './part.ts'\nused()\n`)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const check = (part: string) => {
    writeFileSync(join(folder, 'part.ts'), part)
    return spawnSync(node, [join(root, 'node_modules/knip/bin/knip.js')], { encoding: 'utf8', cwd: folder })
  }

  it('an export that nobody uses', () => {
    const { status, stdout } = check('export const used = () => 1\nexport const forgotten = 2\n')
    expect({ status, named: stdout.includes('forgotten') }).toEqual({ status: 1, named: true })
  })

  it('nothing that is used', () => {
    expect(check('export const used = () => 1\n').status).toBe(0)
  })
})
