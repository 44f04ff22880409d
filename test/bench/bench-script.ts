import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A process of a bench, which gets its input as JSON. */
export function startScript(script: string, input: object): ChildProcess {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin?.end(JSON.stringify(input))
  return child
}

/** The first line that begins so. */
export async function output(child: ChildProcess, beginning: string): Promise<string> {
  let text = ''
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    text += String(chunk)
    const line = text.split('\n').find((each) => each.startsWith(beginning))
    if (line !== undefined && text.endsWith('\n')) return line
  }
  throw new Error(`it ended without saying ${beginning}`)
}
