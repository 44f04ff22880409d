import type { Command } from '../command.ts'
import { CommandFailure } from '../command-failure.ts'

type Script = (names: readonly string[]) => string

const SCRIPTS: Readonly<Record<string, Script>> = {
  bash: (names) => `complete -W "${names.join(' ')}" millrace`,
  zsh: (names) => `#compdef millrace\ncompdef '_arguments "1: :(${names.join(' ')})"' millrace`,
  fish: (names) => `complete -c millrace -f -n __fish_use_subcommand -a "${names.join(' ')}"`,
}

/** @param names of all commands */
export const makeCompletion = (names: () => readonly string[]): Command => ({
  description: [
    'Prints what a shell needs to complete the names of commands: bash, zsh or fish.',
    'For bash: source <(millrace completion bash)',
  ],
  arguments: ['SHELL'],
  run: async ({ arguments: [shell = ''], print }) => {
    const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined
    if (!script)
      throw new CommandFailure(
        `There is no completion for "${shell}". There is for ${Object.keys(SCRIPTS).join(', ')}.`,
      )
    print(script(names()))
    return 0
  },
})
