import ts from 'typescript'

export interface CountedFunction {
  /** Its own name, or the name of what it is given to. */
  readonly name: string
  readonly line: number
  /** Ways through it that differ in one decision (McCabe 1976). Functions within count for themselves. */
  readonly complexity: number
}

const DECISIONS = new Set([
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.DoStatement,
  ts.SyntaxKind.CaseClause,
  ts.SyntaxKind.CatchClause,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
])

/** Every function of a text. What stands in JSX is markup: its conditions say what is shown, not what is done. */
export function countedFunctions(fileName: string, text: string): readonly CountedFunction[] {
  const file = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true)
  const found: CountedFunction[] = []
  const decisionsIn = (node: ts.Node): number => {
    const within = childrenOf(node).reduce((sum, child) => sum + decisionsIn(child), 0)
    if (isFunction(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
      found.push({ name: nameOf(node, file), line: line + 1, complexity: within + 1 })
      return 0
    }
    if (isMarkup(node)) return 0
    return within + (DECISIONS.has(node.kind) ? 1 : 0)
  }
  decisionsIn(file)
  return found
}

function childrenOf(node: ts.Node): readonly ts.Node[] {
  const children: ts.Node[] = []
  node.forEachChild((child) => void children.push(child))
  return children
}

const isFunction = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined

const isMarkup = (node: ts.Node): boolean =>
  ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)

function nameOf(node: ts.FunctionLikeDeclaration, file: ts.SourceFile): string {
  if (node.name) return node.name.getText(file)
  const { parent } = node
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText(file)
  return ts.isCallExpression(parent) ? parent.expression.getText(file) : ''
}
