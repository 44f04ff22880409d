/** A reason why a command cannot do its work that the user can fix: its message is printed without a stack trace, and the exit code is 1. */
export class CommandFailure extends Error {
  override readonly name: string = 'CommandFailure'
}

/** The command was called wrongly: the exit code is 2. */
export class UsageFailure extends CommandFailure {
  override readonly name = 'UsageFailure'
}
