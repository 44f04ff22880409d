import { runCommand } from './commands/run-command.ts'

// `exitCode` and not `exit`: what was printed to a pipe is written before the process ends.
if (import.meta.main) process.exitCode = await runCommand(process.argv.slice(2))
