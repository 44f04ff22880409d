import type { ExtractorType } from '@lingui/conf'
import type { TaggedTemplateExpression } from 'typescript'

/** Collects what stands behind the tag `sentence` in the code of the server and the engine, under the template that the tag makes of it. */
export const sentenceExtractor: ExtractorType = {
  match: (file) => /\/src\/(core\/catalog|engine|server)\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'),
  async extract(file, code, onMessage) {
    // Only who extracts pays for it: the build and the tests load this file, too.
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
