/** One option of a command, as `parseArgs` of Node takes it. */
export interface CommandOption {
  readonly type: 'string' | 'boolean'
  /** One letter that says the same, after one dash. */
  readonly short?: string
  /** May be given several times. */
  readonly multiple?: true
  /** What the value is, in capitals, such as `FILE`. */
  readonly value?: string
  readonly description: string
}

/** What a person typed after the name of the command. */
export interface CommandInput {
  /** The arguments without a name, as many as the command has. */
  readonly arguments: readonly string[]
  readonly text: (option: string) => string | undefined
  /** Every value of an option that may be given several times. */
  readonly list: (option: string) => readonly string[]
  readonly flag: (option: string) => boolean
  readonly print: (line: string) => void
}

/** A command of the program `millrace`. */
export interface Command {
  /** Paragraphs for `millrace help <command>`, one per entry. */
  readonly description: readonly string[]
  /** The names of the arguments in capitals; those with a `?` at the end may be missing. */
  readonly arguments?: readonly string[]
  readonly options?: Readonly<Record<string, CommandOption>>
  /** @returns the exit code. @throws StartFailure when the user can fix the problem; its message is printed, and the exit code is 1 */
  run(input: CommandInput): Promise<number>
}
