import { Console } from 'node:console'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Writable } from 'node:stream'

/** Prints, and keeps each line in a file at once: a soak that is ended in the middle has left what it found. */
export function reportConsole(file: string): Console {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  const both = new Writable({
    write(line: Buffer, _, written) {
      appendFileSync(file, line)
      process.stdout.write(line)
      written()
    },
  })
  return new Console({ stdout: both, stderr: both })
}
