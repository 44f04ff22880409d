import { runCommand } from './commands/run-command.ts'

if (import.meta.main) {
  // The reader of a pipe may end before us, as `head` does; a server goes on.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  // And not `exit`: what was printed to a pipe is written before the process ends.
  process.exitCode = await runCommand(process.argv.slice(2))
}
