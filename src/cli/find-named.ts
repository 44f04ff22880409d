import { CommandFailure } from './command-failure.ts'

interface Named {
  readonly id: string
  readonly name?: string | undefined
}

/** What a person typed is an id, a name, or the beginning of one name. @throws CommandFailure when it is none or several */
export function findNamed<T extends Named>(all: readonly T[], typed: string, kind: string): T {
  const exact = all.find(({ id, name }) => id === typed.toLowerCase() || name === typed)
  if (exact) return exact
  const close = all.filter(({ name = '' }) => name.toLowerCase().startsWith(typed.toLowerCase()))
  const [only, ...others] = close
  if (only && others.length === 0) return only
  const names = (close.length > 0 ? close : all).slice(0, 5).map(({ name = '' }) => `"${name}"`)
  throw new CommandFailure(
    close.length > 1
      ? `Several ${kind}s begin with "${typed}": ${names.join(', ')}.`
      : `There is no ${kind} "${typed}".${names.length > 0 ? ` There are: ${names.join(', ')}.` : ''}`,
  )
}
