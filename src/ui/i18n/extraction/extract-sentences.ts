import type { ExtractorType } from '@lingui/conf'
import type { TaggedTemplateExpression } from 'typescript'

/** Collects the templates behind the tag `sentence` in the code of the server, the engine and the contract's requests, in the form that the tag gives them. */
export const sentenceExtractor: ExtractorType = {
  match: (file) =>
    /\/src\/(contract\/requests|core\/catalog|engine|server)\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'),
  async extract(file, code, onMessage) {
    // Imported here, because the build and the tests load this file too and do not need it.
    const { default: ts } = await import('typescript')
    const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true)
    const visit = (node: import('typescript').Node): void => {
      if (ts.isTaggedTemplateExpression(node) && node.tag.getText(source) === 'sentence') {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
        onMessage({ id: templateOf(node), origin: [file, line + 1] })
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  },
}

function templateOf({ template }: TaggedTemplateExpression): string {
  if ('text' in template) return template.text
  return template.templateSpans.reduce(
    (before, { literal }, place) => `${before}{${place}}${literal.text}`,
    template.head.text,
  )
}
