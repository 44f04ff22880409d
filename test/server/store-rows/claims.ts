import { join, relative } from 'node:path'
import ts from 'typescript'

const SERVER = join(import.meta.dirname, '../../../src/server')

/** What a call of a `Query` says of the rows that it gets. */
export interface Claim {
  /** `store/flows/flows.ts:68` */
  readonly place: string
  readonly file: string
  readonly columns: readonly ClaimedColumn[]
}

export interface ClaimedColumn {
  readonly name: string
  /** As TypeScript writes it, without `null`; a union of texts is a `string`. */
  readonly type: string
  readonly isNullable: boolean
}

export interface ServerTypes {
  readonly checker: ts.TypeChecker
  readonly files: readonly ts.SourceFile[]
}

export const nameOf = (file: ts.SourceFile): string => relative(SERVER, file.fileName)

/** All of the server, as the compiler reads it; no row is of a package's type, and to read them all takes twice as long. */
export function readServer(): ServerTypes {
  const { config } = ts.readConfigFile(join(SERVER, 'tsconfig.json'), ts.sys.readFile)
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, SERVER)
  const host = ts.createCompilerHost(options)
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) =>
      text.startsWith('.') ? ts.resolveModuleName(text, from, options, host) : { resolvedModule: undefined },
    )
  const program = ts.createProgram(fileNames, options, host)
  return {
    checker: program.getTypeChecker(),
    files: program.getSourceFiles().filter(({ fileName }) => fileNames.includes(fileName)),
  }
}

/** Every call of a `Query` that says something of its rows, also where the compiler infers it. */
export function claimsOf({ checker, files }: ServerTypes): readonly Claim[] {
  return files.flatMap((file) =>
    nodesIn(file)
      .filter(ts.isCallExpression)
      .flatMap((call) => {
        const row = rowOf(checker, call)
        const columns = row ? columnsOf(checker, row) : []
        const { line } = file.getLineAndCharacterOfPosition(call.getStart())
        return columns.length === 0 ? [] : [{ place: `${nameOf(file)}:${line + 1}`, file: nameOf(file), columns }]
      }),
  )
}

/** Where queries stand; the rest of `store/` opens and starts databases. */
const OF_AREA = /^store\/(?!database\/|embedded-postgres\/)/

/** The places in queries where an `as` says what TypeScript does not know. */
export const assertionsIn = ({ files }: ServerTypes): readonly string[] =>
  files
    .filter((file) => OF_AREA.test(nameOf(file)))
    .flatMap((file) =>
      nodesIn(file)
        .filter((node) => ts.isAsExpression(node) && !ts.isConstTypeReference(node.type))
        .map((node) => `${nameOf(file)}: ${node.getText()}`),
    )

const nodesIn = (node: ts.Node): readonly ts.Node[] => [node, ...node.getChildren().flatMap(nodesIn)]

/** The `Row` of a call of a `Query`; nothing for any other call. */
function rowOf(checker: ts.TypeChecker, call: ts.CallExpression): ts.Type | undefined {
  const signature = checker.getResolvedSignature(call)
  const owner = signature?.declaration?.parent
  if (!signature || !owner || !ts.isTypeAliasDeclaration(owner) || owner.name.text !== 'Query') return undefined
  const rows = argumentOf(checker, signature.getReturnType())
  return rows && argumentOf(checker, rows)
}

const argumentOf = (checker: ts.TypeChecker, type: ts.Type) => checker.getTypeArguments(type as ts.TypeReference)[0]

const columnsOf = (checker: ts.TypeChecker, row: ts.Type): ClaimedColumn[] =>
  checker.getPropertiesOfType(row).map((property) => {
    const type = checker.getTypeOfSymbol(property)
    const present = checker.getNonNullableType(type)
    return { name: property.name, type: wordOf(checker, present), isNullable: present !== type }
  })

const wordOf = (checker: ts.TypeChecker, type: ts.Type): string => {
  if (checker.isArrayType(type))
    return `${wordOf(checker, checker.getTypeArguments(type as ts.TypeReference)[0] ?? type)}[]`
  return checker.typeToString(checker.getBaseTypeOfLiteralType(type))
}
