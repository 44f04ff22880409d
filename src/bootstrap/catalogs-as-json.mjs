const CATALOG = /\bimport\('([./\w-]+\/(\w+)\/(\w+)\.po)'\)/g

/**
 * A build plugin that turns catalogs into JSON files, which the client fetches: translations are data, and no
 * browser has to compile them. Tests and stories import them as modules from source.
 */
export function catalogsAsJson() {
  return {
    name: 'catalogs-as-json',
    apply: 'build',
    enforce: 'pre',
    async transform(code, id) {
      if (!id.endsWith('/ui/i18n/locale.ts')) return
      let fetching = code
      for (const [whole, path, folder, locale] of code.matchAll(CATALOG)) {
        const source = messagesOf(await this.load(await this.resolve(path, id)))
        const file = this.emitFile({
          type: 'asset',
          name: folder === 'locales' ? `${locale}.json` : `${folder}-${locale}.json`,
          source,
        })
        // If one is refused, or takes too long, the client continues in English.
        const fetched = `fetch(import.meta.ROLLUP_FILE_URL_${file}, { signal: AbortSignal.timeout(10000) }).then(async (answer) => {
          if (!answer.ok) throw new Error('HTTP ' + answer.status)
          return { messages: await answer.json() }
        })`
        fetching = fetching.replace(whole, fetched)
      }
      if (fetching === code) this.error('there is no catalog to be found in locale.ts')
      return fetching
    },
  }
}

/** The argument of JSON.parse in the compiled catalog. */
function messagesOf({ code }) {
  const text = /JSON\.parse\(("(?:[^"\\]|\\.)*")\)/.exec(code)?.[1]
  if (!text) throw new Error(`a catalog was compiled to something else: ${code.slice(0, 80)}`)
  return JSON.parse(text)
}
