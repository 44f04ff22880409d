/** The newest version of the format; documents of every version up to it are read. */
export const CODE_FORMAT = 2

/** What can be written as a document, in the order in which documents are applied: each kind refers only to those before it. */
export const CODE_KINDS = ['integration', 'connection', 'flow', 'alert-channel'] as const

export type CodeKind = (typeof CODE_KINDS)[number]

/**
 * The version with which each kind came. A document is written with it, so that servers that do not know a kind say so, and still read the others.
 */
export const FORMAT_OF_KIND = {
  integration: 1,
  connection: 1,
  flow: 1,
  'alert-channel': 2,
} as const satisfies Record<CodeKind, number>

/** What becomes of something when documents are applied. */
export const CODE_ACTIONS = ['created', 'changed', 'renamed', 'restored', 'removed'] as const

export type CodeAction = (typeof CODE_ACTIONS)[number]

/** The most files of one plan, and the most characters of one file. */
export const MAX_CODE_FILES = 5_000
export const LONGEST_CODE_FILE = 500_000

const isLetter = /[^\p{L}\p{N}]+/gu

/** `Orders → Warehouse` becomes `orders-warehouse`: a name that every file system accepts. */
const slugOf = (name: string): string =>
  name.normalize('NFKC').toLowerCase().replace(isLetter, '-').replace(/^-|-$/g, '').slice(0, 80).replace(/-$/, '')

/**
 * The file of each document, `flows/orders.yaml`. Documents of one name get different files.
 * @returns the paths in the order of the documents, with `/` on every system
 */
export function codeFiles(documents: readonly { readonly kind: CodeKind; readonly name: string }[]): readonly string[] {
  const taken = new Set<string>()
  return documents.map(({ kind, name }) => {
    const base = `${kind}s/${slugOf(name) || kind}`
    let file = `${base}.yaml`
    for (let number = 2; taken.has(file); number++) file = `${base}-${number}.yaml`
    taken.add(file)
    return file
  })
}
