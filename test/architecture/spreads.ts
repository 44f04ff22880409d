import ts from 'typescript'

/** `...(condition && value)` and `...(condition ? value : other)`. */
export function isConditionalSpread(node: ts.Node): node is ts.SpreadAssignment {
  if (!ts.isSpreadAssignment(node) || !ts.isParenthesizedExpression(node.expression)) return false
  const { expression } = node.expression
  return ts.isConditionalExpression(expression) || isAnd(expression)
}

/** `...{ a, b }` */
export const isLiteralSpread = (node: ts.Node) =>
  ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression)

/** What `defined({ member })` says: one member that has its name and that is not unset. */
export function isOptionalMember(node: ts.Node): boolean {
  if (!isConditionalSpread(node)) return false
  const { expression } = node.expression as ts.ParenthesizedExpression
  const values = ts.isConditionalExpression(expression)
    ? [expression.whenTrue, expression.whenFalse]
    : isAnd(expression)
      ? [expression.right]
      : []
  const [only, ...others] = values.flatMap((value): readonly (ts.ObjectLiteralElementLike | undefined)[] =>
    ts.isObjectLiteralExpression(value) ? value.properties : [undefined],
  )
  if (!only || others.length > 0) return false
  if (ts.isShorthandPropertyAssignment(only)) return true
  return (
    ts.isPropertyAssignment(only) &&
    !ts.isComputedPropertyName(only.name) &&
    !/\bundefined$/.test(only.initializer.getText())
  )
}

const isAnd = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken

export const nodesWithin = (node: ts.Node): readonly ts.Node[] => {
  const children: ts.Node[] = []
  node.forEachChild((child) => void children.push(child))
  return [node, ...children.flatMap(nodesWithin)]
}
