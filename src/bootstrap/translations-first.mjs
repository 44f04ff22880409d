/**
 * A build plugin: the module that requests the translations is a script of its own, before the application, which imports the same instance of it.
 * Otherwise the browser would request them only after it has loaded and evaluated all code of the first page.
 */
export function translationsFirst() {
  return {
    name: 'translations-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const chunk = Object.values(bundle).find(({ type, name }) => type === 'chunk' && name === 'translations')
        if (!chunk) throw new Error('the build has no chunk with the translations: what is it called now?')
        const attrs = { type: 'module', async: true, crossorigin: true, src: `/${chunk.fileName}` }
        return [{ tag: 'script', attrs, injectTo: 'head' }]
      },
    },
  }
}
