// Counts the code base, layer by layer: `npm run count`, and with `-- --list` the places. docs/measurements/house.md has the figures over time.
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import ts from 'typescript'

import { circles } from './circles.ts'
import { SERVER_FLOORS, SERVER_TYPES } from './layers.ts'
import { sentencesOf, wordsOf } from './sentences.ts'
import { isConditionalSpread, isLiteralSpread, nodesWithin } from './spreads.ts'

const LONG_FUNCTION = 60
const LONG_FILE = 300
const SMALL_FILE = 30
const LONG_SENTENCE = 35

interface Import {
  readonly to: string
  readonly isType: boolean
}

interface SourceFile {
  readonly path: string
  readonly lines: number
  readonly imports: readonly Import[]
  /** Of functions without markup, in lines. */
  readonly longFunctions: readonly string[]
  readonly conditionalSpreads: number
  readonly literalSpreads: number
  readonly optionalMembers: readonly string[]
}

const isMarkup = (node: ts.Node) => ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)

const isFunction = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined

function importOf(path: string, node: ts.Node): Import | undefined {
  if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return undefined
  const { moduleSpecifier } = node
  if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier) || !moduleSpecifier.text.startsWith('.'))
    return undefined
  const isType = ts.isImportDeclaration(node)
    ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
    : node.isTypeOnly
  return { to: normalize(join(dirname(path), moduleSpecifier.text)), isType }
}

function read(path: string): SourceFile {
  const text = readFileSync(path, 'utf8')
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const nodes = nodesWithin(file)
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1
  const lengthOf = (node: ts.Node) => lineAt(node.getEnd()) - lineAt(node.getStart(file)) + 1
  return {
    path,
    lines: text.split('\n').length - 1,
    imports: file.statements.flatMap((node) => importOf(path, node) ?? []),
    longFunctions: nodes
      .filter((node) => isFunction(node) && lengthOf(node) > LONG_FUNCTION && !nodesWithin(node).some(isMarkup))
      .map((node) => `${path}:${lineAt(node.getStart(file))} ${lengthOf(node)}`),
    conditionalSpreads: nodes.filter(isConditionalSpread).length,
    literalSpreads: nodes.filter(isLiteralSpread).length,
    optionalMembers: nodes
      .filter((node) => ts.isInterfaceDeclaration(node))
      .map(({ name, members }) => ({
        name,
        all: members.length,
        optional: members.filter((m) => m.questionToken).length,
      }))
      .filter(({ optional }) => optional > 0)
      .map(({ name, all, optional }) => `${name.text} ${optional} of ${all}`),
  }
}

const quantile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

const longSentences = (page: string) =>
  sentencesOf(readFileSync(page, 'utf8')).filter((sentence) => wordsOf(sentence).length > LONG_SENTENCE).length

function countHouse(): void {
  const files = globSync('src/**/*.{ts,tsx,mjs}')
    .filter((path) => !/\.(test|stories)\.tsx?$|\.d\.ts$|\/\.storybook\//.test(path))
    .sort()
    .map(read)
  const users = new Map<string, Set<string>>()
  for (const { path, imports } of files)
    for (const { to } of imports) users.set(to, (users.get(to) ?? new Set()).add(path))
  const hasOneUser = ({ path }: SourceFile) => users.get(path)?.size === 1

  const layers = Object.entries(Object.groupBy(files, ({ path }) => path.split('/')[1] ?? ''))
  console.table(
    [...layers, ['all', files] as const].map(([layer, of = []]) => {
      const sorted = of.map(({ lines }) => lines).sort((one, other) => one - other)
      return {
        layer,
        files: of.length,
        lines: sorted.reduce((sum, lines) => sum + lines, 0),
        median: quantile(sorted, 0.5),
        p95: quantile(sorted, 0.95),
        max: sorted.at(-1),
        'one importer': `${Math.round((of.filter(hasOneUser).length / of.length) * 100)} %`,
      }
    }),
  )

  const folders = new Map<string, Set<string>>()
  for (const { path, imports } of files)
    for (const { to } of imports.filter(({ isType }) => !isType)) {
      const [from, into] = [dirname(path), dirname(to)]
      if (from !== into) folders.set(from, (folders.get(from) ?? new Set()).add(into))
    }
  const serverFolder = (path: string) => /^src\/server\/([^/]+)\//.exec(path)?.[1]
  const upward = files.flatMap(({ path, imports }) => {
    const from = serverFolder(path) ?? ''
    if (!(from in SERVER_FLOORS)) return []
    const below = [...(SERVER_FLOORS[from] ?? []), ...(SERVER_TYPES[from] ?? [])]
    return imports
      .filter(
        ({ to, isType }) =>
          isType && serverFolder(to) && ![from, ...below].some((floor) => to.startsWith(`src/server/${floor}/`)),
      )
      .map(({ to }) => `${path} → ${to}`)
  })
  const small = files.filter(
    (file) =>
      file.lines <= SMALL_FILE &&
      hasOneUser(file) &&
      [...(users.get(file.path) ?? [])].every((user) => dirname(user) === dirname(file.path)),
  )
  const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')]
  const ports = files.filter(({ path }) => path.startsWith('src/engine/ports/'))

  const lists: Readonly<Record<string, readonly string[]>> = {
    'functions over 60 lines without markup': files.flatMap(({ longFunctions }) => longFunctions),
    'files over 300 lines': files.filter(({ lines }) => lines > LONG_FILE).map(({ path, lines }) => `${path} ${lines}`),
    'files of at most 30 lines whose only user stands beside them': small.map(({ path }) => path),
    'circles of folders': circles(folders).map((group) => group.join(' ↔ ')),
    'types of the server that are imported upwards': upward,
    'interfaces of the ports with optional members': ports.flatMap(({ path, optionalMembers }) =>
      optionalMembers.map((members) => `${basename(path)} ${members}`),
    ),
  }
  console.table({
    ...Object.fromEntries(Object.entries(lists).map(([name, found]) => [name, found.length])),
    'conditional spreads': files.reduce((sum, { conditionalSpreads }) => sum + conditionalSpreads, 0),
    'spreads of a literal': files.reduce((sum, { literalSpreads }) => sum + literalSpreads, 0),
    'sentences over 35 words in the docs': pages.reduce((sum, page) => sum + longSentences(page), 0),
  })
  if (process.argv.includes('--list'))
    for (const [name, found] of Object.entries(lists)) console.log(`\n${name}\n  ${found.join('\n  ')}`)
}

countHouse()
