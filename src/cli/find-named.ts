import { CommandFailure } from './command-failure.ts'

interface Named {
  readonly id: string
  readonly name?: string | undefined
}

/** What a person typed is an id, a name, or the beginning of one name. @throws CommandFailure when it is none or several */
export function findNamed<T extends Named>(all: readonly T[], typed: string, kind: string): T {
  const wanted = typed.toLowerCase()
  const lower = ({ name = '' }: Named) => name.toLowerCase()
  const found = [
    all.filter(({ id }) => id === wanted),
    all.filter(({ name }) => name === typed),
    all.filter((one) => lower(one) === wanted),
    all.filter((one) => lower(one).startsWith(wanted)),
  ].find((close) => close.length > 0)
  const [only, ...others] = found ?? []
  if (only && others.length === 0) return only
  if (only && others.every((other) => lower(other) === lower(only)))
    throw new CommandFailure(
      `Several ${kind}s are named "${only.name}": ${(found ?? []).map(({ id }) => id).join(', ')}. Type the id of the one that you mean.`,
    )
  const names = (found ?? all).slice(0, 5).map(({ name = '' }) => `"${name}"`)
  throw new CommandFailure(
    found
      ? `Several ${kind}s begin with "${typed}": ${names.join(', ')}.`
      : `There is no ${kind} "${typed}".${names.length > 0 ? ` There are: ${names.join(', ')}.` : ''}`,
  )
}
