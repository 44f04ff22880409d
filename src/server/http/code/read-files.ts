import { setImmediate } from 'node:timers/promises'
import { type Document, isScalar, LineCounter, parseAllDocuments, visit } from 'yaml'

import { CODE_DOCUMENTS } from '../../../contract/requests/code-documents.ts'
import { CODE_FORMAT, CODE_KINDS, type CodeKind, FORMAT_OF_KIND } from '../../../core/catalog/code/code-documents.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { CodeDocument, PlacedDocument } from '../../domain/code/code-document.ts'
import { RequestError } from '../../domain/request-error.ts'
import { FOR_PROBLEMS, problemsOf } from '../requests/check-values.ts'
import { inspectValues } from '../requests/inspect-values.ts'
import { documentFrom } from './document-from.ts'
import { type FieldLines, fieldLines, lineOf, rangeStart } from './field-lines.ts'
import { lookAtText, MAX_FAULTS, MAX_PARTS } from './refuse-large-text.ts'

export interface CodeFile {
  readonly name: string
  readonly text: string
}

/** Something that is wrong with a file, with its line where that is known. */
export interface FileFault {
  readonly file: string
  readonly line?: number
  readonly field?: string
  readonly sentence: Sentence
}

/** Plain data: it comes from a thread. */
export interface ReadFiles {
  readonly documents: readonly PlacedDocument[]
  /** The names of documents with faults. */
  readonly unreadable: readonly Pick<CodeDocument, 'kind' | 'name' | 'id'>[]
  readonly faults: readonly FileFault[]
  /** Of each document. */
  readonly lines: readonly FieldLines[]
}

/** Aliases multiply: a few lines could stand for millions. */
const MAX_ALIASES = 100

/** The documents of YAML files, each checked by the rows of its kind, with every fault. */
export async function readFiles(files: readonly CodeFile[]): Promise<ReadFiles> {
  const documents: PlacedDocument[] = []
  const unreadable: Pick<CodeDocument, 'kind' | 'name' | 'id'>[] = []
  const faults: FileFault[] = []
  const lines: FieldLines[] = []
  let parts = 0
  for (const { name: file, text } of files) {
    if (faults.length >= MAX_FAULTS) break
    // Other calls are answered between two files.
    await setImmediate()
    const looked = lookAtText(text, parts)
    parts += looked.parts
    if (looked.reason) {
      faults.push({ file, sentence: looked.reason })
      if (parts > MAX_PARTS) break
      continue
    }
    const counter = new LineCounter()
    for (const source of sourcesOf(text, counter)) {
      const read = readDocument(source, counter)
      if (read === undefined) continue
      if ('faults' in read) {
        faults.push(...read.faults.map((fault) => ({ file, ...fault })))
        if (read.named) unreadable.push(read.named)
      } else {
        documents.push({ at: documents.length, file, document: read.document })
        lines.push(read.lines)
      }
    }
  }
  return { documents, unreadable, faults: faults.slice(0, MAX_FAULTS), lines }
}

/** The parser compares each key of a map with all before it, which takes seconds for a long one; `repeatedKey` does not. */
const PARSING = { prettyErrors: false, logLevel: 'silent', uniqueKeys: false } as const

/** The parser goes down with the brackets of a text. */
function sourcesOf(text: string, lineCounter: LineCounter): readonly Document[] {
  try {
    const parsed = parseAllDocuments(text, { ...PARSING, lineCounter })
    return Array.isArray(parsed) ? parsed : []
  } catch {
    const [first] = parseAllDocuments('{', { ...PARSING, lineCounter })
    return first ? [first] : []
  }
}

type Fault = Omit<FileFault, 'file'>

type Read =
  | { readonly document: CodeDocument; readonly lines: FieldLines }
  | { readonly faults: readonly Fault[]; readonly named?: Pick<CodeDocument, 'kind' | 'name' | 'id'> }

/** @returns nothing for a document without content */
function readDocument(source: Document, counter: LineCounter): Read | undefined {
  const [error] = source.errors
  if (error)
    return {
      faults: [
        { line: counter.linePos(error.pos[0]).line, sentence: sentence`This is no valid YAML: ${error.message}` },
      ],
    }
  const repeated = repeatedKey(source)
  if (repeated)
    return {
      faults: [{ line: counter.linePos(repeated.offset).line, sentence: sentence`“${repeated.key}” is here twice.` }],
    }
  let value: unknown
  try {
    value = source.toJS({ maxAliasCount: MAX_ALIASES })
    inspectValues(value)
  } catch (error) {
    const problem = error instanceof RequestError ? error.sentence : sentence`This document has too many aliases.`
    return { faults: [faultAt(fieldLines(source, counter), '', problem)] }
  }
  if (value === null || value === undefined) return undefined
  return checked(value, fieldLines(source, counter))
}

/** The first key that its map has already. */
function repeatedKey(source: Document): { readonly key: string; readonly offset: number } | undefined {
  let found: { readonly key: string; readonly offset: number } | undefined
  visit(source, {
    Map: (_, { items }) => {
      const keys = new Set<string>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        const name = String(key.value)
        if (keys.has(name)) {
          found = { key: name, offset: rangeStart(key) ?? 0 }
          return visit.BREAK
        }
        keys.add(name)
      }
      return undefined
    },
  })
  return found
}

function checked(value: unknown, lines: FieldLines): Read {
  const fault = (field: string, problem: Sentence) => faultAt(lines, field, problem)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { faults: [fault('', beginning(FORMAT_OF_KIND.flow))] }
  const { millrace: format, kind, name, id } = value as Readonly<Record<string, unknown>>
  if (format === undefined)
    return { faults: [fault('millrace', beginning(isKind(kind) ? FORMAT_OF_KIND[kind] : FORMAT_OF_KIND.flow))] }
  if (typeof format === 'number' && format > CODE_FORMAT)
    return {
      faults: [
        fault(
          'millrace',
          sentence`This file has format ${format}, and this server reads formats up to ${CODE_FORMAT}. Update Millrace.`,
        ),
      ],
    }
  if (!isKind(kind)) return { faults: [fault('kind', sentence`“kind” must be one of: ${CODE_KINDS.join(', ')}`)] }
  const parsed = CODE_DOCUMENTS[kind].safeParse(value, FOR_PROBLEMS)
  if (parsed.success) return { document: documentFrom(parsed.data), lines }
  const named =
    typeof name === 'string'
      ? { kind, name, ...defined({ id: typeof id === 'string' ? id.toLowerCase() : undefined }) }
      : undefined
  const faults = parsed.error.issues
    .slice(0, MAX_FAULTS)
    .flatMap((issue) => problemsOf(issue).map(({ field, sentence: problem }) => fault(field, problem)))
  return defined({ faults, named })
}

const beginning = (format: number): Sentence => sentence`A document begins with “millrace: ${format}” and a kind.`

const isKind = (kind: unknown): kind is CodeKind => (CODE_KINDS as readonly unknown[]).includes(kind)

const faultAt = (lines: FieldLines, field: string, problem: Sentence): Fault =>
  defined({ line: lineOf(lines, field), field: field !== '' ? field : undefined, sentence: problem })
