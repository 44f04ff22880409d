import { parseEnv } from 'node:util'

export interface FileVariable {
  readonly name: string
  readonly value: string
  readonly line: number
}

export interface VariableFile {
  readonly variables: readonly FileVariable[]
  /** Sentences about lines that cannot be read, without their values. */
  readonly problems: readonly string[]
}

/** Reads lines of the form `NAME=value` as Node does, one variable per line, so that each problem has a line. */
export function readVariableFile(path: string, text: string): VariableFile {
  const variables: FileVariable[] = []
  const problems: string[] = []
  for (const [index, content] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(content)) continue
    const line = index + 1
    const [[name, value = ''] = []] = Object.entries(parseEnv(content))
    const problem =
      name === undefined ? 'this is not of the form NAME=value.' : problemOf(content, name, value, variables)
    if (problem !== undefined) problems.push(`${path}, line ${line}: ${problem}`)
    else if (name !== undefined) variables.push({ name, value, line })
  }
  return { variables, problems }
}

function problemOf(content: string, name: string, value: string, earlier: readonly FileVariable[]): string | undefined {
  const written = content.slice(content.indexOf('=') + 1).trim()
  if (/^["'`]/.test(written) && written.startsWith(value) && value !== '')
    return `the quotation mark of ${name} has no end in this line.`
  // Node takes the rest for a comment, so a password with this sign would lose its end.
  if (/^[^"'`]\S*#/.test(written))
    return `the value of ${name} contains #, which begins a comment; put the value into quotation marks.`
  const first = earlier.find((variable) => variable.name === name)
  return first && `${name} is already set in line ${first.line}.`
}
