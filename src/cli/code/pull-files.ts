import { type Document, parseAllDocuments, parseDocument } from 'yaml'

import type { CodeFile } from './folder-files.ts'
import { mergeDocument } from './merge-document.ts'

interface Pulled {
  /** The files whose text is another one than before, and new ones. */
  readonly written: readonly CodeFile[]
  /** Files with only documents that the organization has not, though they have its ids; of the kinds that are exported. */
  readonly gone: readonly string[]
}

interface Exported {
  readonly files: readonly CodeFile[]
  readonly kinds?: readonly string[] | undefined
}

/** Of a server that does not say which. */
const EARLIER_KINDS: readonly string[] = ['integration', 'connection', 'flow']

interface Content {
  readonly kind?: unknown
  readonly id?: unknown
  readonly name?: unknown
}

/** A file of a person, in its parts. */
interface OwnFile {
  readonly name: string
  readonly text: string
  readonly sources: readonly Document[]
}

/**
 * What the files of a folder become when an organization is pulled: each document is put where one with its id, or else one of its name, is.
 * @param kinds what the server exports if there is any: nothing else is known to be gone
 * @param schemaFor the address of the JSON Schema, for the folder of a file
 */
export function pullFiles(
  { files: exported, kinds = EARLIER_KINDS }: Exported,
  existing: readonly CodeFile[],
  schemaFor: (name: string) => string,
): Pulled {
  const own: OwnFile[] = existing.map((file) => ({ ...file, sources: sourcesOf(file.text) }))
  const all = own.flatMap(({ sources }) => sources)
  const matched = new Set<Document>()
  const changed = new Set<Document>()
  const fresh: CodeFile[] = []
  for (const file of exported) {
    const content = parseDocument(file.text).toJS() as Content & object
    const source =
      all.find((candidate) => isBy('id', contentOf(candidate), content)) ??
      all.find(
        (candidate) => !matched.has(candidate) && hasNoId(candidate) && isBy('name', contentOf(candidate), content),
      )
    if (!source) {
      const taken = [...own, ...fresh].map(({ name }) => name)
      const name = freeName(file.name, taken)
      fresh.push({ name, text: `${headOf(schemaFor(name))}${file.text}` })
    } else {
      matched.add(source)
      if (mergeDocument(source, content)) changed.add(source)
    }
  }
  const rewritten = own
    .map((file) => ({ before: file.text, name: file.name, text: textOf(file, changed, schemaFor(file.name), matched) }))
    .filter(({ before, text }) => before !== text)
  const gone = own.filter(
    ({ sources }) =>
      sources.length > 0 &&
      sources.every((one) => !matched.has(one) && !hasNoId(one) && kinds.some((kind) => kind === contentOf(one).kind)),
  )
  return {
    written: [...rewritten.map(({ name, text }) => ({ name, text })), ...fresh],
    gone: gone.map(({ name }) => name),
  }
}

function sourcesOf(text: string): readonly Document[] {
  const parsed = parseAllDocuments(text, { prettyErrors: false, logLevel: 'silent' })
  return Array.isArray(parsed) ? parsed.filter(({ errors }) => errors.length === 0) : []
}

function contentOf(source: Document): Content {
  const content: unknown = source.toJS()
  return typeof content === 'object' && content !== null ? content : {}
}

const hasNoId = (source: Document): boolean => contentOf(source).id === undefined

const isBy = (name: 'id' | 'name', one: Content, other: Content): boolean =>
  one[name] !== undefined && one[name] === other[name] && one.kind === other.kind

const HEAD = '# yaml-language-server: $schema='

const headOf = (schema: string): string => `${HEAD}${schema}\n`

/** The text of a person where nothing has changed, to the byte. */
function textOf(
  { text, sources }: OwnFile,
  changed: ReadonlySet<Document>,
  schema: string,
  matched: ReadonlySet<Document>,
): string {
  const isChanged = sources.some((source) => changed.has(source))
  const whole = isChanged ? sources.map((source, index) => partOf(source, index)).join('') : text
  const isPulled = sources.some((source) => matched.has(source))
  return isPulled && !whole.includes(HEAD) ? headOf(schema) + whole : whole
}

function partOf(source: Document, index: number): string {
  const text = source.toString({ lineWidth: 0 })
  return index > 0 && !text.startsWith('---') ? `---\n${text}` : text
}

function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted
  for (let number = 2; taken.includes(name); number++) name = wanted.replace(/\.yaml$/, `-${number}.yaml`)
  return name
}
