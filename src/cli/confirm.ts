import { createInterface } from 'node:readline/promises'

/** Asks a person at the terminal. @returns nothing where there is no terminal */
export function confirm(question: string): Promise<boolean> | undefined {
  if (!process.stdin.isTTY) return undefined
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  return lines
    .question(question)
    .then((answer) => /^y(es)?$/i.test(answer.trim()))
    .finally(() => lines.close())
}
