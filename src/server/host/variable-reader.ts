/** Reads variables one by one and collects their problems, so that a user sees every problem at once. */
export interface VariableReader<Name extends string = string> {
  readonly problems: readonly string[]
  problem(sentence: string): void
  /** The unchanged value. An empty value counts as absent, as in `NAME= npm start`. */
  text(name: Name): string | undefined
  /** The value parsed by `parse`, or a problem that names the variable, the accepted form and the value. */
  parsed<T>(name: Name, form: string, parse: (text: string) => T | undefined): T | undefined
  /** Like `parsed`, but the value is never repeated, and an empty value is a problem, because a lost secret must be noticed. */
  secret<T>(name: Name, form: string, parse: (text: string) => T | undefined): T | undefined
  /** Two variables that are valid only together. */
  together(names: readonly [Name, Name]): readonly [string, string] | undefined
}

export function makeVariableReader<Name extends string = string>(
  environment: Readonly<Record<string, string | undefined>>,
  /** What was found before, to be reported with the rest. */
  earlier: readonly string[] = [],
): VariableReader<Name> {
  const problems: string[] = [...earlier]
  const text = (name: Name) => environment[name] || undefined
  const problem = (sentence: string) => void problems.push(sentence)

  return {
    problems,
    problem,
    text,

    parsed(name, form, parse) {
      const value = text(name)
      if (value === undefined) return undefined
      const result = parse(value)
      if (result === undefined) problem(`${name} must be ${form}, but is "${value}".`)
      return result
    },

    secret(name, form, parse) {
      const value = environment[name]
      if (value === undefined) return undefined
      const result = parse(value)
      if (result === undefined)
        problem(`${name} must be ${form}, but is ${value === '' ? 'empty' : 'in another form'}.`)
      return result
    },

    together([first, second]) {
      const values = [text(first), text(second)] as const
      if (values[0] !== undefined && values[1] !== undefined) return [values[0], values[1]]
      if (values[0] !== undefined) problem(`${second} must be set too, because ${first} is.`)
      if (values[1] !== undefined) problem(`${first} must be set too, because ${second} is.`)
      return undefined
    },
  }
}
