import { createServer } from 'node:net'

import { family, type Launched, type LaunchOptions, launch, temporaryFolder } from './launch.ts'

/** Starts a server as `npm start`, the package and the bundle do: a process of ours starts it again when it crashes. */
export async function launchSupervised(
  program: readonly string[],
  env: NonNullable<LaunchOptions['env']>,
): Promise<Launched> {
  const script = `const { execNode } = await import('./src/bootstrap/exec-node.mjs'); execNode(${JSON.stringify(program)})`
  return launch(await temporaryFolder(), { args: ['--input-type=module', '--eval', script], env })
}

/** How often it has said that it is ready. */
export const readyTimes = ({ stdout }: Launched): number => stdout().match(/Millrace is ready at/g)?.length ?? 0

/** The server itself: the first that our own starter has started. */
export const serverOf = ({ child }: Launched): number => family(child.pid ?? 0)[1] ?? 0

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
