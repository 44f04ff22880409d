/** Number of pages after sign-in that must share a module before it is loaded with the common code. */
const SHARED_BY = 5

/** A small module is cheaper in the common code than in a chunk, which is a request: a browser makes six at a time over HTTP/1.1. */
const SMALL_CHARACTERS = 1_500

/** The same if the editor is one of them, which has the longest way and would load many small chunks. */
const SHARED_WITH_EDITOR = 2

/** Evaluated before the start, so it and what it imports are not in the same chunk. */
const TRANSLATIONS = /\/composition\/translations\.ts$/
const START = /\/composition\/main\.tsx$/
const IDENTITY = /\/composition\/browser-identity\.ts$/
const SIGNED_IN = /\/(composition\/start-signed-in-app\.ts|ui\/app\/main-layout\.tsx)$/
const SIGN_IN = /\/ui\/auth\/[\w-]+\.tsx$/
const PAGE = /\/ui\/[\w/-]+-page\.tsx$/
/** Needs little of what the others share. */
const HOME = /\/index-page\.tsx$/
const EDITOR = /\/flow-editor-page\.tsx$/
/** The graph of flows draws with the same library as the editor, and loads it with the editor's code: shared code would be a chunk more. */
const CANVAS = /\/ui\/flows\/(editor\/|graph\/flow-graph\.tsx$)/

/**
 * Names the chunk of a module by its importers in the import graph: two hundred small chunks are a tenth larger than a few, and load in later
 * waves. @returns nothing if the bundler may decide
 */
export function nameChunk(id, graph) {
  const roots = rootsOf(id, graph)
  const has = (pattern) => roots.some((root) => pattern.test(root))
  if (has(TRANSLATIONS)) return 'translations'
  if (has(START)) return 'start'
  // Two chunks for the pages of sign-in, which many small ones would delay by a second wave of requests.
  if (has(SIGN_IN)) return roots.every((root) => SIGN_IN.test(root)) ? 'sign-in' : 'kit'
  if (has(IDENTITY)) return 'identity'
  if (has(SIGNED_IN)) return 'signed-in'
  return chunkOfPages(id, graph, roots)
}

/** Of a module that pages need, and nothing before them. */
function chunkOfPages(id, graph, roots) {
  const pages = roots.filter((root) => PAGE.test(root))
  // The editor is the longest way to a page: what only the others share is not on it.
  if (roots.some((root) => EDITOR.test(root)) && pages.length >= SHARED_WITH_EDITOR) return 'signed-in'
  if (pages.length >= SHARED_BY || (pages.length > 1 && isSmall(id, graph) && !pullsOthers(id, graph)))
    return roots.some((root) => HOME.test(root)) ? 'pages' : 'lists'
  return roots.some((root) => EDITOR.test(root)) && roots.every((root) => CANVAS.test(root)) ? 'editor' : null
}

/** A style sheet has its rules elsewhere, and is small whatever it has. */
const isSmall = (id, graph) => (graph.getModuleInfo(id)?.code?.length ?? Number.POSITIVE_INFINITY) <= SMALL_CHARACTERS

/** The common code would need the chunk of a module that only some pages have, and all would load it. */
const pullsOthers = (id, graph) =>
  (graph.getModuleInfo(id)?.importedIds ?? []).some((other) => nameChunk(other, graph) === null)

/** Separately loaded modules that need this module, directly or through others. */
function rootsOf(id, graph) {
  const roots = []
  const seen = new Set([id])
  for (const next of seen) {
    const info = graph.getModuleInfo(next)
    if (!info) continue
    if (info.isEntry || info.dynamicImporters.length > 0 || START.test(next) || TRANSLATIONS.test(next))
      roots.push(next)
    for (const importer of info.importers) seen.add(importer)
  }
  return roots
}
